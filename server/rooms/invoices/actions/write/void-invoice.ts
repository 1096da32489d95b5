import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { checkKeptHere } from '../../../accounts/index.ts'
import { bookVoid } from '../../../ledger/index.ts'
import { lockInvoice, setState } from '../../store/invoices.ts'
import { revokePayLinks } from '../../store/pay-links.ts'
import { waiveFeesOf } from '../fees/waive-fees-of.ts'
import { type InvoiceReply, readInvoice } from '../read/read-invoice.ts'
import { readIssuer } from '../read/read-issuer.ts'

/**
 * Voids an invoice as a whole with its late fees and ends its pay links. Refuses not_found, and wrong_state unless it is open,
 * with nothing paid or credited and no payment in flight (I13).
 */
export async function voidInvoice(ctx: Ctx, id: string, reason: string): Promise<InvoiceReply> {
  const invoice = await lockInvoice(ctx, id)
  if (!invoice) throw refuse('not_found')
  if (invoice.state === 'draft') throw refuse('wrong_state', 'Nothing is owed on a draft. Delete it instead.')
  if (invoice.state !== 'open') throw refuse('wrong_state', 'This invoice is already closed.')
  if (!invoice.kept_after_move) await checkKeptHere(ctx, 'Void this invoice')
  const { today } = await readIssuer(ctx)
  await waiveFeesOf(ctx, id, today)
  await bookVoid(ctx, {
    invoiceId: id,
    number: invoice.number,
    bookedOn: today,
    netMinor: invoice.total_minor - invoice.fees_minor - invoice.tax_minor,
    taxMinor: invoice.tax_minor,
  })
  await failpoint('void.booked')
  await setState(ctx, id, 'void', { closed_at: asDate(ctx.now), closed_because: reason })
  await revokePayLinks(ctx, id)
  await audit(
    ctx,
    'invoices.void',
    { type: 'invoice', id },
    { reason, total_minor: invoice.total_minor.toString() },
  )
  await failpoint('void.before_commit')
  return readInvoice(ctx, id)
}
