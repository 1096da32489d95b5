import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { translateText } from '../../../../platform/languages/translate.ts'
import { isQueued, queueMailOnce } from '../../../../platform/mail/outbox.ts'
import { type Customer, readCustomer } from '../../../customers/index.ts'
import { createPayLink, type InvoiceFacts, readInvoiceFacts, readIssuer } from '../../../invoices/index.ts'
import { composeMail, readCustomerLanguage } from '../../../mail-templates/index.ts'
import { mailPayment } from '../../rules/mail-payment.ts'
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
  if (payment?.status !== 'rejected') return
  // A debit that never arrived settled nothing; its shares were only reserved.
  const state = payment.captured_minor === 0n ? 'released' : 'reversed'
  const customer = await readCustomer(ctx, payment.customer_id)
  const shares = (await allocationsOf(ctx, paymentId)).filter((share) => share.state === state)
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

/** A dispute is started by the payer. */
const wasDisputed = ({ failure_code }: Payment): boolean => failure_code === 'disputed'

async function notifyOwners(
  ctx: Ctx,
  payment: Payment,
  { shortName }: Customer,
  invoices: readonly InvoiceFacts[],
): Promise<void> {
  const amount = displayAmount(totalMinor(payment), payment.currency)
  const numbers = invoices.map(({ number }) => number).join(', ')
  const open = invoices.length === 1 ? `Invoice ${numbers} is` : `Invoices ${numbers} are`
  const headline = `${amount} from ${shortName} ${wasDisputed(payment) ? 'was disputed' : 'was returned'}`
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
  const { timezone } = await readIssuer(ctx)
  const link = await createPayLink(ctx, invoice.id)
  const language = await readCustomerLanguage(ctx, payment.customer_id)
  const mail = await composeMail(ctx, 'payment-returned', payment.customer_id, {
    payment: mailPayment(payment),
    wasDisputed: wasDisputed(payment),
    reason: translateText(language, payment.failure_message ?? ''),
    invoice,
    link: { url: link.url, worksUntil: dateInZone(link.expiresAt, timezone) },
  })
  await queueMailOnce(ctx, onceKey, {
    kind: 'payments.open-again',
    to: email,
    ...mail,
    related: { type: 'payment', id: payment.id },
  })
}
