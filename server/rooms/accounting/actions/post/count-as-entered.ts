import type { Ctx } from '../../../../platform/context.ts'
import { markPostedInBooks, readPayment } from '../../../payments/index.ts'
import { deleteShare } from '../../store/by-hand.ts'
import { selectConnections } from '../../store/connections.ts'
import { feesOfInvoices } from '../../store/fees-there.ts'
import { keepFormerShares } from '../../store/former-shares.ts'
import { forgetVersions } from '../../store/links.ts'
import { invoicesOf, writeShare } from '../../store/posts.ts'
import type { PostRow } from '../../tables.ts'
import { amountsToEnter, missingOf } from '../by-hand/finish-by-hand.ts'
import { queueSync } from '../sync/queue-sync.ts'

/**
 * Counts a payment or a use of credit that is left out as entered in the books, as far as nothing was recognized there, and has its
 * invoices and its memo read again. So its entry there lowers what is owed no second time. `booksId` is the connection of those books.
 * With `onlyInvoice` only its part for that invoice. `leftOut`: the payment is shown as left out.
 */
export async function countAsEntered(
  ctx: Ctx,
  post: PostRow,
  booksId: string,
  leftOut: boolean | 'as_before',
  onlyInvoice: string | null = null,
): Promise<void> {
  const { memo, shares } = post.wanted
  const { toEnter, toRemove } = await missingOf(ctx, post)
  const isMeant = (invoiceId: string) => onlyInvoice === null || invoiceId === onlyInvoice
  const invoiceIds = [...(await invoicesOf(ctx, post)), ...shares.map(({ invoice }) => invoice)]
  const fees = await feesOfInvoices(ctx, invoiceIds)
  if (post.connection_id !== booksId) await keepFormerShares(ctx, post)
  for (const share of toRemove) if (isMeant(share.invoiceId)) await deleteShare(ctx, share)
  for (const { invoice, amount } of toEnter.filter((share) => isMeant(share.invoice))) {
    const { chargedMinor, knownThereMinor } = fees(invoice)
    const entered = amountsToEnter(BigInt(amount), chargedMinor - knownThereMinor).at(-1)!
    await writeShare(ctx, post, { invoice, amount: entered.toString() })
  }
  const isAll = [
    ...toRemove.map(({ invoiceId }) => invoiceId),
    ...toEnter.map(({ invoice }) => invoice),
  ].every(isMeant)
  if (isAll && post.kind === 'payment')
    await markPostedInBooks(ctx, post.subject_id, { url: post.url || null, leftOut })
  // All books: without connected ones, the first to be connected again are read.
  const connections = await selectConnections(ctx)
  for (const { id } of connections) {
    await forgetVersions(ctx, id, invoiceIds)
    if (memo !== null) await forgetVersions(ctx, id, [memo], 'credit_memo')
  }
  if (!connections.some(({ status }) => status === 'connected')) return
  // Its credit may have been used there while it was not known what was entered: only a reading of everything finds that.
  await queueSync(ctx, post.connection_id !== booksId && (await hasCreditLeft(ctx, post)))
}

async function hasCreditLeft(ctx: Ctx, { kind, subject_id }: PostRow): Promise<boolean> {
  return kind === 'payment' && Number((await readPayment(ctx, subject_id)).unapplied_amount) > 0 // not money: whether any is left
}
