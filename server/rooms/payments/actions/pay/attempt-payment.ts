import type {
  CreateRequest,
  MethodInput,
  Outcome,
  ProcessorPayment,
} from '../../../../gateways/payments/port.ts'
import { checkRateLimit, consumeRateLimit, countRateLimit } from '../../../../platform/auth/rate-limit.ts'
import type { Actor, UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { networkOf } from '../../../../platform/network.ts'
import { type Customer, readCustomer } from '../../../customers/index.ts'
import { type InvoiceFacts, readInvoiceFacts } from '../../../invoices/index.ts'
import { type Payment, totalMinor } from '../../rules/records.ts'
import { callProcessor, processorKey } from '../processor/call-processor.ts'
import { applyOutcome } from '../settle/apply-outcome.ts'
import type { PaymentOption } from './find-payment-options.ts'
import { type PaymentIntent, startPayment } from './start-payment.ts'

const HOUR_S = 3600
const ATTEMPTS_PER_HOUR = 10
const DECLINES_PER_HOUR = 10

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
  return countingDeclines(uow, () => attempt(uow, way, intent))
}

async function attempt(uow: UnitOfWork, way: PaymentOption, intent: PaymentIntent): Promise<Attempt> {
  await failpoint('pay.start')
  const { payment, replay, payer } = await uow.transaction(async (ctx) => {
    const [payer, started] = await Promise.all([
      readCustomer(ctx, intent.payable.invoice.customerId),
      startPayment(ctx, intent),
    ])
    return { ...started, payer }
  })
  if (replay) return { payment, replay, invoice: intent.payable.invoice, outcome: null }
  await failpoint('reserve.committed')
  const { adapter, connection, recipient } = way.processor
  const outcome = await callProcessor(uow.app, `${adapter.id} create`, async () => {
    await failpoint('provider.before')
    return adapter.create(
      connection,
      requestOf(payment, way, intent, payer),
      processorKey(payment.id, 'create'),
    )
  })
  await failpoint('provider.after')
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

/**
 * Stops the payers of one network address after too many declines at one company, and one payer after too
 * many declines from any address. An address gets more declines than an invoice, because an office shares it.
 * Concurrent attempts are bounded by the limits of each invoice.
 */
async function countingDeclines(uow: UnitOfWork, make: () => Promise<Attempt>): Promise<Attempt> {
  const { actor, app, ip, accountId } = uow
  const payer = payerId(actor)
  if (payer === null) return make()
  const keys = [`declines ${accountId} payer ${payer}`]
  if (ip !== null) keys.push(`declines ${accountId} ${networkOf(ip)}`)
  await Promise.all(keys.map((key) => checkRateLimit(app, key, DECLINES_PER_HOUR, HOUR_S)))
  const made = await make()
  if (made.outcome?.ok === false && made.outcome.error.kind === 'declined')
    await Promise.all(keys.map((key) => countRateLimit(app, key, HOUR_S)))
  return made
}

/** The id of the paying portal user or pay link; null for staff and jobs. */
function payerId(actor: Actor): string | null {
  if (actor.kind === 'customer') return actor.portalUserId
  return actor.kind === 'pay_link' ? actor.payLinkId : null
}

function requestOf(
  payment: Payment,
  way: PaymentOption,
  { form, payable, lines }: PaymentIntent,
  payer: Customer,
): CreateRequest {
  return {
    ourId: payment.id,
    amount: { minor: totalMinor(payment), currency: payment.currency },
    type: way.type,
    method: methodOf(way, form.values),
    customer: { ref: payer.id, name: payer.companyName || payer.shortName, email: payer.email },
    invoice: {
      id: payable.invoice.id,
      number: numbersText(payable.invoice.number, (lines?.length ?? 1) - 1),
    },
    storeMethod: form.storeMethod,
    payerPresent: payment.channel !== 'auto',
    capture: 'now',
  }
}

/** 'INV-1 and 2 more' */
const numbersText = (number: string, more: number): string =>
  more > 0 ? `${number} and ${more} more` : number

function methodOf(way: PaymentOption, values: Readonly<Record<string, string | boolean>>): MethodInput {
  if (way.stored) return { kind: 'stored', token: way.stored.token }
  return way.type === 'paypal' ? { kind: 'browser' } : { kind: 'fields', values }
}
