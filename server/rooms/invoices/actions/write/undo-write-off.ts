import { sumMinor } from '../../../../../domain/money/money.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { checkKeptHere } from '../../../accounts/index.ts'
import { readCustomer } from '../../../customers/index.ts'
import { bookWriteOffReversal } from '../../../ledger/index.ts'
import { lockInvoice, reopenOwed } from '../../store/invoices.ts'
import { restorePayLinks } from '../../store/pay-links.ts'
import { type InvoiceReply, readInvoice } from '../read/read-invoice.ts'
import { readIssuer } from '../read/read-issuer.ts'

/**
 * Undoes all write-offs of an invoice: their amount is owed again, the pay links that they revoked work again, and so do promises and
 * disputes that ended with them. Refuses not_found, and wrong_state when nothing is written off or its customer was erased.
 */
export async function undoWriteOff(ctx: Ctx, id: string): Promise<InvoiceReply> {
  const invoice = await lockInvoice(ctx, id)
  if (!invoice) throw refuse('not_found')
  if (!invoice.kept_after_move) await checkKeptHere(ctx, 'Undo this write-off')
  const customer = await readCustomer(ctx, invoice.customer_id)
  if (customer.erasedAt !== null)
    throw refuse('wrong_state', 'This customer was erased, so the write-off stays.')
  const { today } = await readIssuer(ctx)
  const undone = await bookWriteOffReversal(ctx, { invoiceId: id, number: invoice.number, bookedOn: today })
  await failpoint('write_off_undo.booked')
  await reopenOwed(ctx, [id])
  await restorePayLinks(
    ctx,
    id,
    undone.map(({ recordedAt }) => recordedAt),
  )
  await ctx.app.invoiceReopening!.reopen(ctx, id, undone[0]!.recordedAt)
  const amountMinor = sumMinor(undone.map((one) => one.amountMinor))
  await audit(
    ctx,
    'invoices.undo-write-off',
    { type: 'invoice', id },
    { amount_minor: amountMinor.toString() },
  )
  await failpoint('write_off_undo.before_commit')
  return readInvoice(ctx, id)
}
