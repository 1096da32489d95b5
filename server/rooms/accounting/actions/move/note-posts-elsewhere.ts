import type { AccountingPlatform } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { selectConnections } from '../../store/connections.ts'
import { postsElsewhere } from '../../store/posts.ts'
import type { ConnectionRow } from '../../tables.ts'
import { noteRefused, reportUnposted } from '../post/note-outcome.ts'
import { booksName } from './former-books-name.ts'

/** Reports what was posted to former books and has changed since: a person enters the change in these. */
export async function notePostsElsewhere(
  ctx: Ctx,
  connection: ConnectionRow,
  platform: AccountingPlatform,
): Promise<void> {
  const posts = await postsElsewhere(ctx, connection.id)
  if (posts.length === 0) return
  const connections = await selectConnections(ctx)
  for (const post of posts) {
    const books = booksName(ctx, connections.find(({ id }) => id === post.connection_id)!)
    if (post.state === 'asked')
      // It stays asked: after the way back the platform can tell.
      await reportUnposted(
        ctx,
        platform,
        post,
        `Whether it was posted to ${books} is not known. Look there: where it is missing, try again, which posts it to ${platform.name}. Where it is there, leave it out.`,
      )
    else
      await noteRefused(
        ctx,
        platform,
        post,
        `It was posted to ${books} and has changed here since. Enter the change in ${platform.name} yourself.`,
      )
  }
}
