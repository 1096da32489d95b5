import { displayAmount } from '../../../../../domain/money/money.ts'
import type { RemoteCreditMemo } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { changePost } from '../../store/posts.ts'
import { postsThere } from '../../store/posts-by-reference.ts'
import type { Applied } from '../../tables.ts'
import { openRemovedThere } from '../post/open-removed-there.ts'

/**
 * Finds posted payments whose rest is a record of its own at the platform that somebody removed there. The other part of such a
 * payment is still there, and its post keeps that record, so that posting it again removes the part first.
 */
export async function noteRemovedRests(
  ctx: Ctx,
  { connection, platform }: Applied,
  memos: readonly RemoteCreditMemo[],
): Promise<void> {
  const removed = memos.flatMap(({ state, received, totalMinor }) =>
    state !== 'open' && received ? [{ reference: received.reference, totalMinor }] : [],
  )
  const posts = await postsThere(
    ctx,
    connection.id,
    removed.map(({ reference }) => reference),
  )
  for (const { reference, totalMinor } of removed) {
    const post = posts.get(reference)
    if (!post) continue
    await changePost(ctx, post, { state: 'conflict', failure: 'Its overpayment was deleted there.' })
    await openRemovedThere(ctx, connection.id, post, {
      title: `The overpayment of payment ${post.reference} was deleted in ${platform}`,
      theirs: { label: 'Deleted overpayment', value: displayAmount(totalMinor, post.wanted.currency) },
    })
  }
}
