import type { z } from 'zod'
import type { invoicePayment } from '../../../../../contract/payments/payment-shapes.ts'
import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import { displayAmount, formatAmount } from '../../../../../domain/money/money.ts'
import { paymentStatusText } from '../../../../../domain/payments/payment-status.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readIssuer } from '../../../invoices/index.ts'
import { methodSeenBy } from '../../rules/method-seen.ts'
import { hasReceipt } from '../../rules/records.ts'
import { underWayText } from '../../rules/texts.ts'
import { type InvoicePaymentRow, paymentsOfInvoice } from '../../store/of-invoice.ts'
import { readPayable } from './read-payable.ts'

type InvoicePayment = z.input<typeof invoicePayment>

/**
 * The payments of one invoice for whoever may pay it, newest first: dates, amounts and kinds of method, which is as much
 * as a forwarded link may tell. Refuses invoice_unknown.
 */
export async function listInvoicePayments(ctx: Ctx, invoiceId: string): Promise<InvoicePayment[]> {
  const { invoice } = await readPayable(ctx, invoiceId)
  const { timezone } = await readIssuer(ctx)
  return (await paymentsOfInvoice(ctx, invoice.id)).map((row) => show(ctx, row, timezone))
}

function show({ actor }: Ctx, row: InvoicePaymentRow, timezone: string): InvoicePayment {
  const at = (row.settled_at ?? row.created_at).getTime()
  return {
    id: row.id,
    status: row.status,
    status_display: row.status === 'rejected' ? 'Returned' : paymentStatusText(row.status),
    amount: formatAmount(row.share_minor, row.currency),
    returned: formatAmount(row.share_reversed_minor, row.currency),
    currency: row.currency,
    date: row.received_on ?? dateInZone(at, timezone),
    method_display: methodSeenBy(actor, row),
    message: underWayText(row, displayAmount(row.share_minor, row.currency)),
    awaits_payer: row.status === 'input' && row.next_step?.kind === 'challenge',
    receipt: hasReceipt(row) && !(actor.kind === 'pay_link' && row.of_several),
  }
}
