import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { liveConnection } from '../../store/connections.ts'
import { writeLinks } from '../../store/links.ts'
import { changePost, insertPosts, waitingPosts, writeShare } from '../../store/posts.ts'
import { findUnposted } from '../../store/unposted.ts'
import type { ConflictRow, PostRow } from '../../tables.ts'

/** Posts of one move that are looked through. */
const MANY = 5000

/**
 * Joins a record here with the one of the books that are read now, as a person decided: the next sync brings it to its state there.
 * What was settled here and not posted counts as entered there, since a person knows the state of both.
 */
export async function joinRecords(ctx: Ctx, { cause, subject_type, subject_id }: ConflictRow): Promise<void> {
  const connection = await liveConnection(ctx)
  if (!connection || subject_id === null) throw refuse('wrong_state', 'Connect an accounting platform first.')
  const kind = subject_type === 'invoice' ? 'invoice' : 'credit_memo'
  const remoteId = cause.slice(`other_books:${kind}:`.length)
  await insertPosts(ctx, connection, await findUnposted(ctx, connection, ['payment', 'credit'], MANY))
  const settles = ({ wanted }: PostRow) =>
    kind === 'invoice'
      ? wanted.shares.some(({ invoice }) => invoice === subject_id)
      : wanted.memo === subject_id
  for (const post of (await waitingPosts(ctx, connection.id, MANY)).filter(settles)) {
    for (const share of post.wanted.shares)
      if (kind === 'credit_memo' || share.invoice === subject_id) await writeShare(ctx, post, share)
    await changePost(ctx, post, { state: 'left_out' })
  }
  await writeLinks(ctx, connection.id, [{ kind, remoteId, localId: subject_id, version: '', isToRead: true }])
}
