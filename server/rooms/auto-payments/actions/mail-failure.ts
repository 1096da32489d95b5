import { dateInZone, formatDate } from '../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../domain/money/money.ts'
import type { Ctx } from '../../../platform/context.ts'
import { type RenderedMail, renderMail } from '../../../platform/mail/layout.ts'
import { queueMail } from '../../../platform/mail/outbox.ts'
import { accountOf, letterheadOf, ownersOf, portalOriginOf } from '../../accounts/index.ts'
import { addressesOf, readCustomer } from '../../customers/index.ts'
import { type InvoiceFacts, readInvoiceFacts } from '../../invoices/index.ts'
import { methodText, type Payment } from '../../payments/index.ts'
import type { AfterFailure } from '../rules/declines.ts'

const PRODUCT = 'Quittance'

/** A charge that failed and what follows. `nextAt`: epoch ms of the next try. */
export interface Failure {
  readonly invoiceId: string
  readonly payment: Payment
  readonly then: AfterFailure
  readonly nextAt: number | null
}

/** What both mails say. */
interface Words {
  readonly invoice: InvoiceFacts
  readonly customerName: string
  readonly amount: string
  readonly method: string
  readonly reason: string
  readonly sequel: string
}

/** Tells the customer and the owners that an automatic payment failed, why, and what happens next. */
export async function mailFailure(ctx: Ctx, failure: Failure): Promise<void> {
  const { payment } = failure
  const customer = await readCustomer(ctx, payment.customer_id)
  const [invoice] = await readInvoiceFacts(ctx, [failure.invoiceId])
  const words: Words = {
    invoice: invoice!,
    customerName: customer.shortName,
    amount: displayAmount(payment.amount_minor + payment.surcharge_minor, payment.currency),
    method: methodText(payment.type, payment.method_brand, payment.method_last4),
    reason: payment.failure_message ?? 'It did not go through.',
    sequel: await sequelOf(ctx, failure),
  }
  const [to] = addressesOf(customer)
  if (to !== undefined) await mailCustomer(ctx, to, words)
  await mailOwners(ctx, words)
}

async function sequelOf(ctx: Ctx, { then, nextAt }: Failure): Promise<string> {
  if (then === 'off') return 'Automatic payments with this method are turned off.'
  if (nextAt === null) return 'It is not tried again by itself.'
  const { timezone, dateFormat } = await accountOf(ctx)
  return `It is tried again on ${formatDate(dateInZone(nextAt, timezone), dateFormat)}.`
}

async function mailCustomer(ctx: Ctx, to: string, words: Words): Promise<void> {
  const { company, fromName, replyTo, pictures } = await letterheadOf(ctx)
  const portal = await portalOriginOf(ctx)
  const mail = renderMail({
    company,
    subject: `Invoice ${words.invoice.number} could not be charged`,
    preheader: `${words.reason} ${words.sequel}`,
    heading: 'An automatic payment did not go through',
    paragraphs: [
      `${company.name} could not charge ${words.method} for invoice ${words.invoice.number}. ${words.reason}`,
      `${words.sequel} You can pay the invoice in another way at any time.`,
    ],
    figure: { label: 'Not charged', value: words.amount },
    facts: factsOf(words),
    button: { label: 'Pay now', url: `${portal}/customer-portal-site?tab=2` },
    allowedOrigins: [portal],
  })
  await queue(ctx, words, { to, fromName, replyTo, ...mail, attachments: [...pictures] })
}

async function mailOwners(ctx: Ctx, words: Words): Promise<void> {
  const { appOrigin } = ctx.app.config
  const mail = renderMail({
    company: { name: PRODUCT },
    subject: `Automatic payment of ${words.customerName} failed: invoice ${words.invoice.number}`,
    preheader: `${words.reason} ${words.sequel}`,
    heading: 'An automatic payment failed',
    paragraphs: [
      `${words.method} of ${words.customerName} could not be charged for invoice ${words.invoice.number}. ${words.reason}`,
      words.sequel,
    ],
    figure: { label: 'Not charged', value: words.amount },
    facts: [{ label: 'Customer', value: words.customerName }, ...factsOf(words)],
    button: { label: 'Open the invoice', url: `${appOrigin}/invoices/${words.invoice.id}` },
    allowedOrigins: [appOrigin],
  })
  for (const to of await ownersOf(ctx)) await queue(ctx, words, { to, fromName: PRODUCT, ...mail })
}

const factsOf = ({ invoice, method }: Words) => [
  { label: 'Invoice', value: invoice.number },
  { label: 'Method', value: method },
]

const queue = (
  ctx: Ctx,
  { invoice }: Words,
  mail: RenderedMail & Pick<Parameters<typeof queueMail>[1], 'to' | 'fromName' | 'replyTo' | 'attachments'>,
): Promise<string> =>
  queueMail(ctx, {
    kind: 'auto-payments.failure',
    ...mail,
    related: { type: 'invoice', id: invoice.id },
  })
