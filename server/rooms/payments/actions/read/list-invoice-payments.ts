import type { z } from 'zod'
import type { invoicePayment } from '../../../../../contract/payments/payment-shapes.ts'
import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import { msg } from '../../../../../domain/languages/msg.ts'
import { displayAmount, formatAmount } from '../../../../../domain/money/money.ts'
import { paymentStatusText } from '../../../../../domain/payments/payment-status.ts'
import { surchargeText } from '../../../../../domain/payments/surcharge.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { readerLocale, writeFor } from '../../../../platform/languages/translate.ts'
import { readIssuer } from '../../../invoices/index.ts'
import { isPayerOf } from '../../rules/is-payer-of.ts'
import { methodSeenBy } from '../../rules/method-seen.ts'
import { hasReceipt, totalMinor } from '../../rules/records.ts'
import { isManual, underWayText } from '../../rules/texts.ts'
import { type InvoicePaymentRow, paymentsOfInvoice } from '../../store/of-invoice.ts'
import { readPayable } from './read-payable.ts'

type InvoicePayment = z.input<typeof invoicePayment>

/**
 * Lists the payments of one invoice for its payer, newest first, with dates, amounts and kinds of method. A
 * forwarded link may show no more than that. Refuses invoice_unknown.
 */
export async function listInvoicePayments(ctx: Ctx, invoiceId: string): Promise<InvoicePayment[]> {
  const { invoice } = await readPayable(ctx, invoiceId)
  const { timezone } = await readIssuer(ctx)
  return (await paymentsOfInvoice(ctx, invoice.id)).map((row) => show(ctx, row, timezone))
}

function show(ctx: Ctx, row: InvoicePaymentRow, timezone: string): InvoicePayment {
  const { actor } = ctx
  const at = (row.settled_at ?? row.created_at).getTime()
  const charge = chargeOf(row)
  const isPayer = isPayerOf(actor, row)
  const nextStep = isPayer ? row.next_step : row.next_step && { kind: 'of another payer' }
  const display = (minor: bigint) => displayAmount(minor, row.currency, { locale: readerLocale(ctx) })
  return {
    id: row.id,
    status: row.status,
    status_display: writeFor(
      ctx,
      row.status === 'rejected' ? msg('Returned') : paymentStatusText(row.status),
    ),
    amount: formatAmount(row.share_minor, row.currency),
    returned: formatAmount(row.share_reversed_minor, row.currency),
    total: formatAmount(charge.totalMinor, row.currency),
    surcharge: formatAmount(charge.surchargeMinor, row.currency),
    surcharge_display:
      charge.surchargeMinor > 0n && !isManual(row.type)
        ? writeFor(ctx, surchargeText(display(charge.surchargeMinor), row.type) ?? '')
        : '',
    refunded: formatAmount(charge.refundedMinor, row.currency),
    currency: row.currency,
    date: row.received_on ?? dateInZone(at, timezone),
    method_display: methodSeenBy(actor, row),
    message: writeFor(ctx, underWayText({ ...row, next_step: nextStep }, display(charge.totalMinor))),
    awaits_payer: row.status === 'input' && isPayer && nextStep !== null && nextStep.kind !== 'redirect',
    receipt: hasReceipt(row) && !(actor.kind === 'pay_link' && row.of_several),
  }
}

/**
 * The amount charged. A payment of several invoices shows only its share, which reveals nothing about the
 * others.
 */
function chargeOf(row: InvoicePaymentRow) {
  return row.of_several
    ? { totalMinor: row.share_minor, surchargeMinor: 0n, refundedMinor: row.share_reversed_minor }
    : {
        totalMinor: totalMinor(row),
        surchargeMinor: row.surcharge_minor,
        refundedMinor: row.refunded_minor,
      }
}
