import { failed } from '../../../gateways/payments/port.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx, Steps } from '../../../platform/context.ts'
import { failpoint } from '../../../platform/failpoint.ts'
import { refuse } from '../../../platform/refusal.ts'
import { FIRST_CHECK_MS } from '../rules/check-schedule.ts'
import { methodSeenBy } from '../rules/method-seen.ts'
import type { PayerPayment, Payment } from '../rules/records.ts'
import { changePayment, lockPayment } from '../store/payments.ts'
import { answerPayer } from './answer-payer.ts'
import { callProvider, providerKey } from './call-provider.ts'
import { checkPayment } from './check-payment.ts'
import { processorOf } from './find-processor.ts'
import { payerPaymentOf } from './read-payer-payment.ts'
import { refuseUnavailable } from './refuse-unavailable.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Passes on what the payer answered to their bank's question. Answered twice, the first answer counts.
 * Refuses invoice_unknown, not_found, wrong_state, payment_failed, processor_unavailable.
 */
export async function answerChallenge(
  steps: Steps,
  request: { invoiceId: string; paymentId: string; answer: 'approve' | 'decline' },
): Promise<PayerPayment> {
  const { invoiceId, paymentId, answer } = request
  const payment = await steps.transaction((ctx) => intend(ctx, invoiceId, paymentId))
  await failpoint('challenge.intended')
  const processor = processorOf(steps.app, steps.accountId, payment.provider)
  if (!processor || payment.provider_ref === null) throw refuse('processor_unavailable')
  const { provider, connection, recipient } = processor
  const ref = payment.provider_ref
  const outcome = await callProvider(steps.app, `${provider.id} confirm`, async () =>
    provider.confirm
      ? provider.confirm(connection, ref, answer, providerKey(paymentId, `confirm-${answer}`))
      : unsupported,
  )
  await failpoint('challenge.provider_after')
  if (outcome.ok) {
    await steps.transaction((ctx) =>
      settlePayment(ctx, paymentId, outcome.value, { recipient, cause: 'challenge' }),
    )
  } else if (outcome.error.kind === 'unavailable' || outcome.error.kind === 'rate_limited') {
    throw refuseUnavailable(outcome.error.code)
  } else {
    // Answered before, or the reply got lost: what stands is what the processor says.
    await checkPayment(steps, paymentId)
  }
  await failpoint('challenge.committed')
  const settled = await steps.transaction((ctx) => payerPaymentOf(ctx, invoiceId, paymentId))
  const { payment: now, payable } = settled
  return answerPayer(now, payable.invoice, false, methodSeenBy(steps.actor, now))
}

const unsupported = failed({ kind: 'unsupported', code: 'no_confirm', raw: null })

async function intend(ctx: Ctx, invoiceId: string, paymentId: string): Promise<Payment> {
  await payerPaymentOf(ctx, invoiceId, paymentId)
  const payment = (await lockPayment(ctx, paymentId))!
  if (payment.status !== 'input' || payment.next_step?.kind !== 'challenge')
    throw refuse('wrong_state', 'This payment is not waiting for an answer.')
  return changePayment(ctx, paymentId, { check_count: 0, next_check_at: asDate(ctx.now + FIRST_CHECK_MS) })
}
