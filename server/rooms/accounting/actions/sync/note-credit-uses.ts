import type { RemoteCreditMemo, RemotePayment, Use } from '../../../../gateways/accounting/port.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { postReference } from '../../rules/post-reference.ts'
import { usesOfOwn } from '../../rules/uses-there.ts'
import { writeCreditUses } from '../../store/credit-uses.ts'
import { keepFormerShares } from '../../store/former-shares.ts'
import { forgetVersions } from '../../store/links.ts'
import { enteredPayments, postedPayments } from '../../store/posts-by-reference.ts'
import type { ConnectionRow, PostRow } from '../../tables.ts'
import { localIdsOf } from './take-uses-there.ts'

/**
 * Notes what the platform settles with payments that were posted as credit, of the invoices that they settle here: of posts to these books,
 * and of credit that people carried over with our reference from former ones. So such a use does not lower what is owed a second time.
 * Comes before the balances of the same invoices.
 */
export async function noteCreditUses(
  ctx: Ctx,
  { id }: ConnectionRow,
  payments: readonly RemotePayment[],
  memos: readonly RemoteCreditMemo[],
): Promise<void> {
  if (payments.length + memos.length === 0) return
  const live = payments.filter(({ isDeleted }) => !isDeleted)
  for (const post of await postedPayments(ctx, id, true).execute()) {
    const payment = live.find(({ remoteId }) => remoteId === post.remote_id)
    await noteUses(ctx, id, post, payment?.applied ?? creditOf(memos, [postReference(post)]))
  }
  const references = [...live, ...memos.flatMap(({ received }) => received ?? [])].map((one) => one.reference)
  for (const post of new Set((await enteredPayments(ctx, id, references, true)).values())) {
    const named = [postReference(post), post.reference]
    const payment = live.find(({ reference }) => named.includes(reference))
    const uses = payment?.applied ?? creditOf(memos, named)
    if (uses?.length) await keepFormerShares(ctx, post)
    await noteUses(ctx, id, post, uses)
  }
}

/** Returns the uses of the credit that one of these references names; null when it was not read. */
const creditOf = (memos: readonly RemoteCreditMemo[], references: readonly string[]): readonly Use[] | null =>
  memos.find(({ received }) => received?.uses && references.includes(received.reference))?.received?.uses ??
  null

async function noteUses(
  ctx: Ctx,
  connectionId: string,
  post: PostRow,
  uses: readonly Use[] | null,
): Promise<void> {
  if (uses === null) return
  const own = usesOfOwn(post.wanted, uses, await localIdsOf(ctx, connectionId, uses))
  await forgetVersions(ctx, connectionId, await writeCreditUses(ctx, post, own))
}
