import type { Ctx } from '../../../../platform/context.ts'
import { selectByHand } from '../../store/by-hand.ts'
import { insertPosts } from '../../store/posts.ts'
import { findUnposted } from '../../store/unposted.ts'
import type { ConnectionRow } from '../../tables.ts'

/**
 * Puts payments and uses of credit that are new or changed into the outbox, except those that people are asked to enter and whose entries
 * nobody has read: those would be forgotten. `read` has the ids of those that were read.
 */
export async function queuePosts(
  ctx: Ctx,
  connection: ConnectionRow,
  limit: number,
  read: ReadonlySet<string> = new Set(),
): Promise<void> {
  const found = await findUnposted(ctx, connection, ['payment', 'credit'], limit)
  const asked = await selectByHand(ctx, connection.id, found)
  const unread = new Set(asked.map(({ subject_id }) => subject_id).filter((id) => !read.has(id)))
  await insertPosts(
    ctx,
    connection,
    found.filter(({ subject_id }) => !unread.has(subject_id)),
  )
}
