import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { checkKeptHere } from '../../../accounts/index.ts'
import { bookWriteOff } from '../../../ledger/index.ts'
import { lockInvoice, setState } from '../../store/invoices.ts'
import { revokePayLinks } from '../../store/pay-links.ts'
import { type InvoiceReply, readInvoice } from '../read/read-invoice.ts'
import { readIssuer } from '../read/read-issuer.ts'

/**
 * Writes off the remaining amount of an invoice and ends its pay links. Refuses not_found, and wrong_state
 * unless it is open, with something remaining and no payment in flight.
 */
export async function writeOffInvoice(ctx: Ctx, id: string, reason: string): Promise<InvoiceReply> {
  const invoice = await lockInvoice(ctx, id)
  if (!invoice) throw refuse('not_found')
  if (invoice.state === 'draft') throw refuse('wrong_state', 'Nothing is owed on a draft. Delete it instead.')
  if (invoice.state !== 'open') throw refuse('wrong_state', 'This invoice is already closed.')
  if (!invoice.kept_after_move) await checkKeptHere(ctx, 'Write off this invoice')
  const { today } = await readIssuer(ctx)
  const amountMinor = await bookWriteOff(ctx, { invoiceId: id, number: invoice.number, bookedOn: today })
  await failpoint('write_off.booked')
  await setState(ctx, id, 'written_off', { closed_at: asDate(ctx.now), closed_because: reason })
  await revokePayLinks(ctx, id)
  await audit(
    ctx,
    'invoices.write-off',
    { type: 'invoice', id },
    { reason, amount_minor: amountMinor.toString() },
  )
  await failpoint('write_off.before_commit')
  return readInvoice(ctx, id)
}
