import type { RemoteCreditMemo, RemotePayment, Use } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { postReference } from '../../rules/post-reference.ts'
import { usesOfOwn } from '../../rules/uses-there.ts'
import { writeCreditUses } from '../../store/credit-uses.ts'
import { forgetVersions } from '../../store/links.ts'
import { postedPayments } from '../../store/posts-by-reference.ts'
import type { ConnectionRow, PostRow } from '../../tables.ts'
import { localIdsOf } from './take-uses-there.ts'

/**
 * Notes what the platform settles with payments that were posted as credit, of the invoices that they settle here. So such a use does
 * not lower what is owed a second time. Comes before the balances of the same invoices.
 */
export async function noteCreditUses(
  ctx: Ctx,
  { id }: ConnectionRow,
  payments: readonly RemotePayment[],
  memos: readonly RemoteCreditMemo[],
): Promise<void> {
  const posts = payments.length + memos.length === 0 ? [] : await postedPayments(ctx, id, true).execute()
  for (const post of posts) {
    const uses = usesOf(post, payments, memos)
    if (uses === null) continue
    const own = usesOfOwn(post.wanted, uses, await localIdsOf(ctx, id, uses))
    await forgetVersions(ctx, id, await writeCreditUses(ctx, post, own))
  }
}

/** Returns the uses of a post's record, or of the record of its credit; null when neither was read. */
function usesOf(
  post: PostRow,
  payments: readonly RemotePayment[],
  memos: readonly RemoteCreditMemo[],
): readonly Use[] | null {
  const payment = payments.find(({ remoteId, isDeleted }) => remoteId === post.remote_id && !isDeleted)
  const reference = postReference(post)
  const credit = memos.find(({ received }) => received?.uses && received.reference === reference)
  return payment?.applied ?? credit?.received?.uses ?? null
}
