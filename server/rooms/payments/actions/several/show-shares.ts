import type { Ctx } from '../../../../platform/context.ts'
import { type InvoiceFacts, readInvoiceFacts } from '../../../invoices/index.ts'
import type { PaidShare } from '../../rules/records.ts'
import { type AllocationRow, allocationsOf } from '../../store/allocations.ts'

/** Returns a payment's shares with the invoices that the caller may see, in the order of settlement. */
export async function showShares(
  ctx: Ctx,
  paymentId: string,
  allocations?: readonly AllocationRow[],
): Promise<(PaidShare & { readonly invoice: InvoiceFacts })[]> {
  const shares = allocations ?? (await allocationsOf(ctx, paymentId))
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
