import { TOKEN_FIELD } from '../../../../../domain/parsing/form-fields.ts'
import type {
  Consent,
  CreateRequest,
  MethodInput,
  Outcome,
  ProcessorPayment,
} from '../../../../gateways/payments/port.ts'
import { consumeRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { noteRevoked } from '../../../connections/index.ts'
import { type Customer, readCustomer } from '../../../customers/index.ts'
import { type InvoiceFacts, readInvoiceFacts } from '../../../invoices/index.ts'
import { type Payment, totalMinor } from '../../rules/records.ts'
import { callProcessor, processorKey } from '../processor/call-processor.ts'
import { lockProcessor } from '../processor/find-processor.ts'
import { applyOutcome } from '../settle/apply-outcome.ts'
import { countDeclines, payerId } from './count-declines.ts'
import type { PaymentOption } from './find-payment-options.ts'
import { type PaymentIntent, startPayment } from './start-payment.ts'

const HOUR_S = 3600
const ATTEMPTS_PER_HOUR = 10

export interface Attempt {
  readonly payment: Payment
  readonly invoice: InvoiceFacts
  /** A concurrent call made the same request: this call charged nothing. */
  readonly replay: boolean
  /** The processor's reply; null for a replay. */
  readonly outcome: Outcome<ProcessorPayment> | null
}

/**
 * Runs the three steps of a payment: commit the intent, call the processor, commit the outcome. Refuses
 * request_id_reused, invoice_not_payable, too_many_requests, or messages beside `amount`.
 */
export async function attemptPayment(
  uow: UnitOfWork,
  way: PaymentOption,
  intent: PaymentIntent,
): Promise<Attempt> {
  await consumeAttempt(uow, intent.lines ? 'several' : intent.invoiceId)
  return countDeclines(
    uow,
    () => attempt(uow, way, intent),
    ({ outcome }) => outcome?.ok === false && outcome.error.kind === 'declined',
  )
}

async function attempt(uow: UnitOfWork, way: PaymentOption, intent: PaymentIntent): Promise<Attempt> {
  await failpoint('pay.start')
  const { payment, replay, payer, processor } = await uow.transaction(async (ctx) => {
    const [payer, started] = await Promise.all([
      readCustomer(ctx, intent.payable.invoice.customerId),
      startPayment(ctx, intent),
    ])
    // Recorded and checked in one transaction: the amount goes to the account that its payer's form was made for.
    const processor = started.replay ? way.processor : await lockProcessor(ctx, way.processor)
    return { ...started, payer, processor }
  })
  if (replay) return { payment, replay, invoice: intent.payable.invoice, outcome: null }
  await failpoint('reserve.committed')
  const { adapter, connection, recipient } = processor
  const outcome = await callProcessor(uow.app, `${adapter.id} create`, async () => {
    await failpoint('provider.before')
    return adapter.create(
      connection,
      requestOf(payment, way, intent, payer, consentOf(uow)),
      processorKey(payment.id, 'create'),
    )
  })
  await failpoint('provider.after')
  if (!outcome.ok && outcome.error.kind === 'not_connected') await noteRevoked(uow, adapter.id, connection)
  const made = await uow.transaction(async (ctx) => {
    const settled = await applyOutcome(ctx, payment.id, outcome, { recipient, cause: 'reply' })
    const [invoice] = await readInvoiceFacts(ctx, [intent.invoiceId])
    await failpoint('settle.before_commit')
    return { payment: settled, replay, invoice: invoice!, outcome }
  })
  await failpoint('settle.after_commit')
  return made
}

/** Limits the attempts of one payer on one invoice, and on several. Jobs have their own limits. */
async function consumeAttempt(uow: UnitOfWork, target: string): Promise<void> {
  const payer = payerId(uow.actor)
  if (payer === null) return
  await consumeRateLimit(uow.app, `pay ${uow.accountId} ${target} ${payer}`, ATTEMPTS_PER_HOUR, HOUR_S)
}

function requestOf(
  payment: Payment,
  way: PaymentOption,
  { form, payable, lines }: PaymentIntent,
  payer: Customer,
  consent: Consent | null,
): CreateRequest {
  return {
    ourId: payment.id,
    amount: { minor: totalMinor(payment), currency: payment.currency },
    type: way.type,
    depositTo: payment.deposit_to,
    method: methodOf(way, form.values),
    customer: { ref: payer.id, name: payer.companyName || payer.shortName, email: payer.email },
    invoice: {
      id: payable.invoice.id,
      number: numbersText(payable.invoice.number, (lines?.length ?? 1) - 1),
    },
    storeMethod: form.storeMethod,
    payerPresent: payment.channel !== 'auto',
    ...(consent && { consent }),
    capture: 'now',
  }
}

/** The caller's consent to a debit that they send; null where nobody is there. */
const consentOf = ({ ip, userAgent }: UnitOfWork): Consent | null =>
  ip === null ? null : { ip, userAgent: userAgent ?? '' }

/** 'INV-1 and 2 more' */
const numbersText = (number: string, more: number): string =>
  more > 0 ? `${number} and ${more} more` : number

function methodOf(way: PaymentOption, values: Readonly<Record<string, string | boolean>>): MethodInput {
  if (way.stored) return { kind: 'stored', token: way.stored.token }
  // Without the card's token the payer confirms an intent in the browser.
  const inBrowser = way.type === 'paypal' || (way.script !== undefined && values[TOKEN_FIELD] === undefined)
  return inBrowser ? { kind: 'browser' } : { kind: 'fields', values }
}
