import type { AccountingPlatform } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { changePost, lockPost } from '../../store/posts.ts'
import { findChangedLeftOut } from '../../store/unposted.ts'
import type { ConnectionRow } from '../../tables.ts'
import { reportUnposted } from './note-outcome.ts'

const MOST = 200

/** Reports what was left out, counts as entered in the books, and has changed here since: a person enters the change there. */
export async function noteChangesLeftOut(
  ctx: Ctx,
  connection: ConnectionRow,
  platform: AccountingPlatform,
): Promise<void> {
  for (const { kind, subject_id, wanted } of await findChangedLeftOut(ctx, connection, MOST)) {
    const post = await lockPost(ctx, kind, subject_id)
    if (post?.state !== 'left_out') continue
    await changePost(ctx, post, { wanted: JSON.stringify(wanted) })
    const sentence = `It counts as entered in ${platform.name}, and has changed here since. Enter the change there yourself.`
    await reportUnposted(
      ctx,
      platform,
      { ...post, wanted, connection_id: connection.id },
      sentence,
      'changed',
    )
  }
}
