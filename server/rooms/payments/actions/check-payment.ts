import { isInFlight } from '../../../../domain/payment-status.ts'
import type { Outcome, ProviderPayment } from '../../../gateways/payments/port.ts'
import { audit } from '../../../platform/audit.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx, Steps } from '../../../platform/context.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import { CHALLENGE_LIFE_MS, nextCheckMs } from '../rules/check-schedule.ts'
import type { Payment } from '../rules/records.ts'
import { addEvent, changePayment, lockPayment } from '../store/payments.ts'
import { askedCall, callProvider } from './call-provider.ts'
import { type Processor, processorOf } from './find-processor.ts'
import { letGoAtProvider } from './let-go-at-provider.ts'
import { lockWithInvoices } from './lock-payment.ts'
import { openCase } from './open-case.ts'
import { rejectPayment } from './reject-payment.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Asks the processor what became of a payment whose outcome is open, and commits the answer. It never guesses, and never
 * charges. A challenge that nobody answered for an hour is let go.
 */
export async function checkPayment(steps: Steps, paymentId: string): Promise<void> {
  const claimed = await steps.transaction((ctx) => claim(ctx, paymentId))
  if (!claimed) return
  const { payment, processor, last } = claimed
  const outcome = await find(steps, payment, processor)
  failpoint('check.fetched')
  if (!outcome.ok) {
    steps.app.log.warn('payment processor did not tell how a payment stands', {
      paymentId,
      kind: outcome.error.kind,
    })
  } else if (outcome.value === null) {
    await steps.transaction((ctx) => closeIfNeverArrived(ctx, paymentId, processor))
  } else {
    await settleFound(steps, payment, processor, outcome.value)
  }
  if (last) await steps.transaction((ctx) => giveUp(ctx, paymentId))
}

interface ClaimedPayment {
  readonly payment: Payment
  readonly processor: Processor
  /** After this check there is no other. */
  readonly last: boolean
}

/** Sets the time of the next check before this one is made, so that two schedulers don't ask at once. */
async function claim(ctx: Ctx, paymentId: string): Promise<ClaimedPayment | null> {
  const payment = await lockPayment(ctx, paymentId)
  if (!payment) return null
  const processor = processorOf(ctx.app, ctx.accountId, payment.provider)
  if (!processor || !isInFlight(payment.status)) {
    if (payment.next_check_at !== null) await changePayment(ctx, paymentId, { next_check_at: null })
    return null
  }
  const afterMs = nextCheckMs(payment.type, payment.check_count)
  const next = afterMs === null ? null : asDate(ctx.now + afterMs)
  await changePayment(ctx, paymentId, { check_count: payment.check_count + 1, next_check_at: next })
  return { payment, processor, last: next === null }
}

function find(
  steps: Steps,
  payment: Payment,
  { provider, connection }: Processor,
): Promise<Outcome<ProviderPayment | null>> {
  return callProvider<ProviderPayment | null>(steps.app, `${provider.id} fetch`, () =>
    payment.provider_ref === null
      ? provider.findPayment(
          connection,
          askedCall(payment.late_of ?? payment.id, 'create', payment.called_at ?? payment.created_at),
        )
      : provider.fetch(connection, payment.provider_ref),
  )
}

async function settleFound(
  steps: Steps,
  payment: Payment,
  processor: Processor,
  observed: ProviderPayment,
): Promise<void> {
  const { recipient } = processor
  const settled = await steps.transaction(async (ctx) => ({
    payment: await settlePayment(ctx, payment.id, observed, { recipient, cause: 'reconciler' }),
    now: ctx.now,
  }))
  const abandoned =
    observed.status === 'input' && settled.now - payment.created_at.getTime() >= CHALLENGE_LIFE_MS
  if (abandoned && isInFlight(settled.payment.status))
    await letGoAtProvider(steps, settled.payment, observed.providerRef, processor, 'not approved in time')
}

/** The processor has never heard of it, and the time in which it still could has passed: nothing was charged. */
async function closeIfNeverArrived(
  ctx: Ctx,
  paymentId: string,
  { provider, connection }: Processor,
): Promise<void> {
  const { payment } = await lockWithInvoices(ctx, paymentId)
  if (payment.provider_ref !== null) return
  const calledAt = (payment.called_at ?? payment.created_at).getTime()
  if (ctx.now - calledAt <= provider.capabilities(connection).arrivalWindowMs) return
  const rejection = { kind: 'never_arrived', code: 'not_found', message: null, providerRef: null } as const
  await rejectPayment(ctx, paymentId, rejection, 'reconciler')
}

/** After weeks without an answer a person has to look: the amount stays reserved, nothing is booked. */
async function giveUp(ctx: Ctx, paymentId: string): Promise<void> {
  const payment = await lockPayment(ctx, paymentId)
  if (payment?.status !== 'waiting' && payment?.status !== 'input') return
  await addEvent(ctx, paymentId, payment.status, 'error', 'no answer from the processor')
  await openCase(ctx, {
    provider: payment.provider,
    kind: 'no_outcome',
    subject: payment.id,
    paymentId: payment.id,
    providerRef: payment.provider_ref,
    booked: null,
    observed: null,
  })
  await audit(ctx, 'payments.give_up', { type: 'payment', id: paymentId }, { number: payment.number })
  await changePayment(ctx, paymentId, {
    status: 'error',
    failure_code: 'unresolved',
    failure_message:
      'The processor has not said what became of this payment. Look it up there before you void it here.',
    next_check_at: null,
  })
}
