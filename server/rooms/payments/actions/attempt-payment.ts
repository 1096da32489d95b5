import type { CreateRequest, MethodInput, Outcome, ProviderPayment } from '../../../gateways/payments/port.ts'
import type { Steps } from '../../../platform/context.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import { networkOf } from '../../../platform/network.ts'
import { countTurn, refuseAfterTurns, takeTurn } from '../../../platform/throttle.ts'
import { type Customer, readCustomer } from '../../customers/index.ts'
import { type InvoiceFacts, readInvoiceFacts } from '../../invoices/index.ts'
import { type Payment, totalMinor } from '../rules/records.ts'
import { applyOutcome } from './apply-outcome.ts'
import { callProvider, providerKey } from './call-provider.ts'
import type { Way } from './find-ways.ts'
import { type PaymentIntent, startPayment } from './start-payment.ts'

const HOUR_S = 3600
const ATTEMPTS_PER_HOUR = 10
const DECLINES_PER_HOUR = 10

export interface Attempt {
  readonly payment: Payment
  readonly invoice: InvoiceFacts
  /** Somebody else made the same request in this moment: nothing was charged by this call. */
  readonly replay: boolean
  /** What the processor answered; null for a replay. */
  readonly outcome: Outcome<ProviderPayment> | null
}

/**
 * The three steps of a payment: the intent is committed, the processor is called, the outcome is committed.
 * Refuses request_id_reused, invoice_not_payable, too_many_requests, or messages beside `amount`.
 */
export async function attemptPayment(steps: Steps, way: Way, intent: PaymentIntent): Promise<Attempt> {
  await takeAttempt(steps, intent.invoiceId)
  return countingDeclines(steps, () => attempt(steps, way, intent))
}

async function attempt(steps: Steps, way: Way, intent: PaymentIntent): Promise<Attempt> {
  await failpoint('pay.start')
  const { payment, replay, payer } = await steps.transaction(async (ctx) => {
    const [payer, started] = await Promise.all([
      readCustomer(ctx, intent.payable.invoice.customerId),
      startPayment(ctx, intent),
    ])
    return { ...started, payer }
  })
  if (replay) return { payment, replay, invoice: intent.payable.invoice, outcome: null }
  await failpoint('reserve.committed')
  const { provider, connection, recipient } = way.processor
  const outcome = await callProvider(steps.app, `${provider.id} create`, async () => {
    await failpoint('provider.before')
    return provider.create(
      connection,
      requestOf(payment, way, intent, payer),
      providerKey(payment.id, 'create'),
    )
  })
  await failpoint('provider.after')
  const made = await steps.transaction(async (ctx) => {
    const settled = await applyOutcome(ctx, payment.id, outcome, { recipient, cause: 'reply' })
    const [invoice] = await readInvoiceFacts(ctx, [intent.invoiceId])
    await failpoint('settle.before_commit')
    return { payment: settled, replay, invoice: invoice!, outcome }
  })
  await failpoint('settle.after_commit')
  return made
}

/** Attempts of one payer on one invoice. Jobs count their own. */
async function takeAttempt(steps: Steps, invoiceId: string): Promise<void> {
  const { actor } = steps
  if (actor.kind !== 'customer' && actor.kind !== 'pay_link') return
  const payer = actor.kind === 'customer' ? actor.portalUserId : actor.payLinkId
  await takeTurn(steps.app, `pay ${steps.accountId} ${invoiceId} ${payer}`, ATTEMPTS_PER_HOUR, HOUR_S)
}

/**
 * Stops the payers of one network address after its declines at one company. It stands more of them than one
 * invoice, as an office shares an address; what is tried in parallel meanwhile is bounded by the limits of each invoice.
 */
async function countingDeclines(steps: Steps, make: () => Promise<Attempt>): Promise<Attempt> {
  const { actor, app, ip, accountId } = steps
  if ((actor.kind !== 'customer' && actor.kind !== 'pay_link') || ip === null) return make()
  const key = `declines ${accountId} ${networkOf(ip)}`
  await refuseAfterTurns(app, key, DECLINES_PER_HOUR, HOUR_S)
  const made = await make()
  if (made.outcome?.ok === false && made.outcome.error.kind === 'declined') await countTurn(app, key, HOUR_S)
  return made
}

function requestOf(
  payment: Payment,
  way: Way,
  { form, payable }: PaymentIntent,
  payer: Customer,
): CreateRequest {
  return {
    ourId: payment.id,
    amount: { minor: totalMinor(payment), currency: payment.currency },
    type: way.type,
    method: methodOf(way, form.values),
    customer: { ref: payer.id, name: payer.companyName || payer.shortName, email: payer.email },
    invoice: { id: payable.invoice.id, number: payable.invoice.number },
    storeMethod: form.storeMethod,
    payerPresent: payment.channel !== 'auto',
    capture: 'now',
  }
}

function methodOf(way: Way, values: Readonly<Record<string, string | boolean>>): MethodInput {
  if (way.stored) return { kind: 'stored', token: way.stored.token }
  return way.type === 'paypal' ? { kind: 'browser' } : { kind: 'fields', values }
}
