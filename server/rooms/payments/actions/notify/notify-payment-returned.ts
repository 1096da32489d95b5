import { dateInZone, formatDate } from '../../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { renderMail } from '../../../../platform/mail/layout.ts'
import { isQueued, queueMailOnce } from '../../../../platform/mail/outbox.ts'
import { letterheadOf } from '../../../accounts/index.ts'
import { type Customer, readCustomer } from '../../../customers/index.ts'
import { createPayLink, type InvoiceFacts, readInvoiceFacts, readIssuer } from '../../../invoices/index.ts'
import { type Payment, totalMinor } from '../../rules/records.ts'
import { methodText } from '../../rules/texts.ts'
import { allocationsOf } from '../../store/allocations.ts'
import { lockPayment } from '../../store/payments.ts'
import { mailOwners } from './mail-owners.ts'

/**
 * Emails the owners about a returned payment, and the customer about each invoice that is open again. Each
 * email is sent once.
 */
export async function notifyPaymentReturned(ctx: Ctx, paymentId: string): Promise<void> {
  const payment = await lockPayment(ctx, paymentId)
  if (payment?.status !== 'rejected' || payment.captured_minor === 0n) return
  const customer = await readCustomer(ctx, payment.customer_id)
  const shares = (await allocationsOf(ctx, paymentId)).filter(({ state }) => state === 'reversed')
  const invoices = await readInvoiceFacts(
    ctx,
    shares.map(({ invoiceId }) => invoiceId),
  )
  await notifyOwners(ctx, payment, customer, invoices)
  if (customer.email === '') return
  for (const invoice of invoices)
    if (invoice.state === 'open' && invoice.remainingMinor > 0n)
      await notifyCustomer(ctx, payment, customer, invoice)
}

const methodOf = (payment: Payment): string =>
  methodText(payment.type, payment.method_brand, payment.method_last4)

/** A dispute is started by the payer. Every other return counts as 'was returned'. */
const returnVerb = ({ failure_code }: Payment): string =>
  failure_code === 'disputed' ? 'was disputed' : 'was returned'

async function notifyOwners(
  ctx: Ctx,
  payment: Payment,
  { shortName }: Customer,
  invoices: readonly InvoiceFacts[],
): Promise<void> {
  const amount = displayAmount(totalMinor(payment), payment.currency)
  const numbers = invoices.map(({ number }) => number).join(', ')
  const open = invoices.length === 1 ? `Invoice ${numbers} is` : `Invoices ${numbers} are`
  const headline = `${amount} from ${shortName} ${returnVerb(payment)}`
  await mailOwners(ctx, `return.${payment.id}`, {
    kind: 'payments.came-back',
    paymentId: payment.id,
    subject: headline,
    preheader: payment.failure_message ?? '',
    heading: headline,
    paragraphs: invoices.length === 0 ? [] : [`${open} open again.`],
    figure: { label: 'Amount', value: amount },
    facts: [
      { label: 'Payment', value: payment.number },
      { label: 'Payment method', value: methodOf(payment) },
      ...(payment.failure_message === null ? [] : [{ label: 'Reason', value: payment.failure_message }]),
      ...invoices.map(({ number, remainingMinor, currency }) => ({
        label: `Remaining on ${number}`,
        value: displayAmount(remainingMinor, currency),
      })),
    ],
  })
}

/**
 * Sends one email for each invoice, with a link that pays it. The payment is locked, so that no second link
 * is created.
 */
async function notifyCustomer(
  ctx: Ctx,
  payment: Payment,
  { email }: Customer,
  invoice: InvoiceFacts,
): Promise<void> {
  const onceKey = `return.${payment.id}.${invoice.id}`
  if (await isQueued(ctx, onceKey)) return
  const { company, fromName, replyTo, pictures } = await letterheadOf(ctx)
  const { dateFormat, timezone } = await readIssuer(ctx)
  const link = await createPayLink(ctx, invoice.id)
  const amount = displayAmount(totalMinor(payment), payment.currency)
  const open = displayAmount(invoice.remainingMinor, invoice.currency)
  const mail = renderMail({
    company,
    subject: `Invoice ${invoice.number} is open again: ${open}`,
    preheader: `Your payment of ${amount} ${returnVerb(payment)}.`,
    heading: `Invoice ${invoice.number} is open again`,
    paragraphs: [
      `Your payment of ${amount} by ${methodOf(payment)} ${returnVerb(payment)}, so it no longer counts toward this invoice.`,
    ],
    figure: {
      label: 'Amount due',
      value: open,
      note: `Due ${formatDate(invoice.dueDate, dateFormat)}`,
    },
    facts: [
      { label: 'Invoice', value: invoice.number },
      { label: 'Payment', value: payment.number },
      ...(payment.failure_message === null ? [] : [{ label: 'Reason', value: payment.failure_message }]),
    ],
    button: { label: 'View and pay invoice', url: link.url },
    afterword: [
      `The link opens only this invoice and works until ${formatDate(dateInZone(link.expiresAt, timezone), dateFormat)}. You don’t need an account to pay.`,
    ],
    allowedOrigins: [new URL(link.url).origin],
  })
  await queueMailOnce(ctx, onceKey, {
    kind: 'payments.open-again',
    to: email,
    fromName,
    replyTo,
    ...mail,
    attachments: pictures,
    related: { type: 'payment', id: payment.id },
  })
}
