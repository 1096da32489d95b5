import { formatDate } from '../../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { type RenderedMail, renderMail } from '../../../../platform/mail/layout.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { type Letterhead, letterheadOf } from '../../../accounts/index.ts'
import { storeDocument } from '../../../documents/index.ts'
import { createPayLink, readInvoiceFacts } from '../../../invoices/index.ts'
import { type Payment, totalMinor } from '../../rules/records.ts'
import { methodText } from '../../rules/texts.ts'
import { readInFlightMinor } from '../../store/of-invoice.ts'
import { changePayment, lockPayment } from '../../store/payments.ts'
import { composeReceipt, type Receipt } from './compose-receipt.ts'

/**
 * Emails the receipt of a confirmed payment to its customer, once. Sends nothing without an email address.
 */
export async function sendReceipt(ctx: Ctx, paymentId: string): Promise<void> {
  const payment = await lockPayment(ctx, paymentId)
  if (!payment || payment.receipt_message_id !== null || payment.captured_minor === 0n) return
  // The payment may have been returned since the job was enqueued. A receipt would then be wrong.
  if (payment.status !== 'confirmed' && payment.status !== 'refunded') return
  const receipt = await composeReceipt(ctx, payment)
  const { customer, pdf } = receipt
  if (customer.email === '') return
  const { company, fromName, replyTo, pictures } = await letterheadOf(ctx)
  const mail = composeReceiptMail(payment, receipt, company, await readRest(ctx, receipt))
  const fileId = await storeDocument(ctx, pdf)
  const messageId = await queueMail(ctx, {
    kind: 'payments.receipt',
    to: customer.email,
    fromName,
    replyTo,
    ...mail,
    attachments: [...pictures, { fileId, name: pdf.name }],
    related: { type: 'payment', id: payment.id },
  })
  await changePayment(ctx, payment.id, { receipt_message_id: messageId })
}

/** The unpaid part of a payment's invoices, as of the payment. */
interface Rest {
  /** Amount of other payments under way, in minor units. */
  readonly clearingMinor: bigint
  /** The first invoice with a payable amount, and its pay link; null without one. */
  readonly next: { readonly amountMinor: bigint; readonly number: string; readonly url: string } | null
}

/**
 * Returns an empty rest once an invoice has changed since the payment: the receipt states the amount that
 * remained then, and a button with another amount would contradict it.
 */
async function readRest(ctx: Ctx, { invoices }: Receipt): Promise<Rest> {
  const facts = await readInvoiceFacts(
    ctx,
    invoices.map(({ id }) => id),
  )
  const remainingNow = new Map(facts.map(({ id, remainingMinor }) => [id, remainingMinor]))
  if (invoices.some(({ id, remainingMinor }) => remainingNow.get(id) !== remainingMinor))
    return { clearingMinor: 0n, next: null }
  let clearingMinor = 0n
  for (const { id, reservedMinor } of facts)
    if (reservedMinor > 0n) clearingMinor += await readInFlightMinor(ctx, id)
  const open = facts.find(
    ({ state, remainingMinor, reservedMinor }) => state === 'open' && remainingMinor > reservedMinor,
  )
  if (!open) return { clearingMinor, next: null }
  const { url } = await createPayLink(ctx, open.id)
  return {
    clearingMinor,
    next: { amountMinor: open.remainingMinor - open.reservedMinor, number: open.number, url },
  }
}

function composeReceiptMail(
  payment: Payment,
  { issuer, invoices, paidOn }: Receipt,
  company: Letterhead['company'],
  { clearingMinor, next }: Rest,
): RenderedMail {
  const paid = displayAmount(totalMinor(payment), payment.currency)
  const numbers = invoices.map((invoice) => invoice.number).join(', ')
  const about = numbers === '' ? '' : ` for ${invoices.length === 1 ? 'invoice' : 'invoices'} ${numbers}`
  const remaining = invoices.reduce((sum, invoice) => sum + invoice.remainingMinor, 0n)
  const surcharge = displayAmount(payment.surcharge_minor, payment.currency)
  return renderMail({
    company,
    subject: `Receipt: ${paid} paid to ${issuer.companyName}`,
    preheader: `${paid} received${about}. Thank you!`,
    heading: 'We have received your payment, thank you!',
    paragraphs: [`${issuer.companyName} received your payment${about}. Your receipt is attached as a PDF.`],
    figure: {
      label: 'Amount paid',
      value: paid,
      note: formatDate(paidOn, issuer.dateFormat),
    },
    facts: [
      { label: 'Payment', value: payment.number },
      {
        label: 'Payment method',
        value: methodText(payment.type, payment.method_brand, payment.method_last4),
      },
      ...(payment.surcharge_minor > 0n ? [{ label: 'Surcharge included', value: surcharge }] : []),
      ...(invoices.length > 0
        ? [{ label: 'Remaining', value: displayAmount(remaining, payment.currency) }]
        : []),
      ...(clearingMinor > 0n
        ? [{ label: 'Pending', value: displayAmount(clearingMinor, payment.currency) }]
        : []),
    ],
    ...(next && {
      button: {
        label: `Pay ${clearingMinor > 0n || invoices.length > 1 ? '' : 'the remaining '}${displayAmount(next.amountMinor, payment.currency)}`,
        url: next.url,
      },
      afterword: [`The link opens only invoice ${next.number}. You don’t need an account to pay.`],
    }),
    allowedOrigins: next ? [new URL(next.url).origin] : [issuer.portalOrigin],
  })
}
