import type { AccountingPlatform } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { selectConnections } from '../../store/connections.ts'
import { postsElsewhere } from '../../store/posts.ts'
import type { ConnectionRow } from '../../tables.ts'
import { noteRefused } from '../post/note-outcome.ts'
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
    const sentence =
      post.state === 'asked'
        ? `Whether it was posted to ${books} is not known. Compare, and enter it in ${platform.name} yourself where it is missing.`
        : `It was posted to ${books} and has changed here since. Enter the change in ${platform.name} yourself.`
    await noteRefused(ctx, platform, post, sentence)
  }
}
