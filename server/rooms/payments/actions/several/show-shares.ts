import type { Ctx } from '../../../../platform/context.ts'
import { type InvoiceFacts, readInvoiceFacts } from '../../../invoices/index.ts'
import type { PaidShare } from '../../rules/records.ts'
import { type AllocationRow, allocationsOf } from '../../store/allocations.ts'
import { creditSharesOf } from '../../store/credit-uses.ts'

export type ShownShare = PaidShare & { readonly invoice: InvoiceFacts }

/** Returns a payment's shares with the invoices that the caller may see, in the order of settlement. */
export async function showShares(
  ctx: Ctx,
  paymentId: string,
  allocations?: readonly AllocationRow[],
): Promise<ShownShare[]> {
  return withInvoices(ctx, allocations ?? (await allocationsOf(ctx, paymentId)))
}

/** Returns what credit settles before a payment, with the invoices that the caller may see. */
export const showCredit = async (ctx: Ctx, paymentId: string): Promise<ShownShare[]> =>
  withInvoices(ctx, await creditSharesOf(ctx, { paymentId }))

/** Adds the invoices that the caller may see to shares of them. */
export async function withInvoices(
  ctx: Ctx,
  shares: readonly { readonly invoiceId: string; readonly amountMinor: bigint }[],
): Promise<ShownShare[]> {
  if (shares.length === 0) return []
  const facts = await readInvoiceFacts(
    ctx,
    shares.map((share) => share.invoiceId),
  )
  const byId = new Map(facts.map((invoice) => [invoice.id, invoice]))
  return shares.flatMap(({ invoiceId, amountMinor }) => {
    const invoice = byId.get(invoiceId)
    return invoice ? [{ invoice, amountMinor }] : []
  })
}
