import { dateInZone, formatDate } from '../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../domain/money/money.ts'
import type { Ctx } from '../../../platform/context.ts'
import { translateText } from '../../../platform/languages/translate.ts'
import { type RenderedMail, renderMail } from '../../../platform/mail/layout.ts'
import { queueMail } from '../../../platform/mail/outbox.ts'
import { ownersOf, portalOriginOf, readAccountRow } from '../../accounts/index.ts'
import { addressesOf, readCustomer } from '../../customers/index.ts'
import { type InvoiceFacts, readInvoiceFacts } from '../../invoices/index.ts'
import { composeMail, readCustomerLanguage } from '../../mail-templates/index.ts'
import { methodText, type Payment } from '../../payments/index.ts'
import type { AfterFailure } from '../rules/declines.ts'

const PRODUCT = 'Quittance'

/** A failed charge and its consequence. `nextAt`: epoch ms of the next attempt. */
export interface Failure {
  readonly invoiceId: string
  readonly payment: Payment
  readonly then: AfterFailure
  readonly nextAt: number | null
}

/** Texts that both emails share. */
interface Texts {
  readonly invoice: InvoiceFacts
  readonly customerName: string
  readonly amount: string
  readonly method: string
  readonly reason: string
  readonly sequel: string
}

/** Emails the customer and the owners that an automatic payment failed, why, and what happens next. */
export async function mailFailure(ctx: Ctx, failure: Failure): Promise<void> {
  const { payment } = failure
  const customer = await readCustomer(ctx, payment.customer_id)
  const [invoice] = await readInvoiceFacts(ctx, [failure.invoiceId])
  const texts: Texts = {
    invoice: invoice!,
    customerName: customer.shortName,
    amount: displayAmount(payment.amount_minor + payment.surcharge_minor, payment.currency),
    method: methodText(payment.type, payment.method_brand, payment.method_last4),
    reason: payment.failure_message ?? 'It did not go through.',
    sequel: await sequelOf(ctx, failure),
  }
  const [to] = addressesOf(customer)
  if (to !== undefined) await mailCustomer(ctx, to, texts, failure)
  await mailOwners(ctx, texts)
}

async function sequelOf(ctx: Ctx, { then, nextAt }: Failure): Promise<string> {
  if (then === 'off') return 'We turned off automatic payments with this method.'
  if (nextAt === null) return 'We won’t try again automatically.'
  const { timezone, dateFormat } = await readAccountRow(ctx)
  return `We’ll try again on ${formatDate(dateInZone(nextAt, timezone), dateFormat)}.`
}

async function mailCustomer(
  ctx: Ctx,
  to: string,
  texts: Texts,
  { payment, then, nextAt }: Failure,
): Promise<void> {
  const portal = await portalOriginOf(ctx)
  const { timezone } = await readAccountRow(ctx)
  const language = await readCustomerLanguage(ctx, payment.customer_id)
  const mail = await composeMail(ctx, 'charge-failed', payment.customer_id, {
    invoiceNumber: texts.invoice.number,
    amountMinor: payment.amount_minor + payment.surcharge_minor,
    currency: payment.currency,
    method: { type: payment.type, brand: payment.method_brand, last4: payment.method_last4 },
    portalUrl: `${portal}/customer-portal-site?tab=2`,
    reason: translateText(language, payment.failure_message ?? ''),
    nextOn: nextAt === null ? null : dateInZone(nextAt, timezone),
    isTurnedOff: then === 'off',
  })
  await queue(ctx, texts, { to, ...mail })
}

async function mailOwners(ctx: Ctx, texts: Texts): Promise<void> {
  const { appOrigin } = ctx.app.config
  const mail = renderMail({
    company: { name: PRODUCT },
    subject: `${texts.customerName}’s automatic payment failed: invoice ${texts.invoice.number}`,
    preheader: `${texts.reason} ${texts.sequel}`,
    heading: 'An automatic payment failed',
    paragraphs: [
      `We couldn’t charge ${texts.customerName}’s ${texts.method} for invoice ${texts.invoice.number}. ${texts.reason}`,
      texts.sequel,
    ],
    figure: { label: 'Not charged', value: texts.amount },
    facts: [{ label: 'Customer', value: texts.customerName }, ...factsOf(texts)],
    button: { label: 'Open the invoice', url: `${appOrigin}/invoices/${texts.invoice.id}` },
    allowedOrigins: [appOrigin],
  })
  for (const to of await ownersOf(ctx)) await queue(ctx, texts, { to, fromName: PRODUCT, ...mail })
}

const factsOf = ({ invoice, method }: Texts) => [
  { label: 'Invoice', value: invoice.number },
  { label: 'Payment method', value: method },
]

const queue = (
  ctx: Ctx,
  { invoice }: Texts,
  mail: RenderedMail & Pick<Parameters<typeof queueMail>[1], 'to' | 'fromName' | 'replyTo' | 'attachments'>,
): Promise<string> =>
  queueMail(ctx, {
    kind: 'auto-payments.failure',
    ...mail,
    related: { type: 'invoice', id: invoice.id },
  })
