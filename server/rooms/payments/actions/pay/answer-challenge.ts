import { msg } from '../../../../../domain/languages/msg.ts'
import { failed } from '../../../../gateways/payments/port.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { FIRST_CHECK_MS } from '../../rules/check-schedule.ts'
import { isPayerOf } from '../../rules/is-payer-of.ts'
import { methodSeenBy } from '../../rules/method-seen.ts'
import type { PayerPayment, Payment } from '../../rules/records.ts'
import { changePayment, lockPayment } from '../../store/payments.ts'
import { callProcessor, processorKey } from '../processor/call-processor.ts'
import { findProcessor } from '../processor/find-processor.ts'
import { refuseUnavailable } from '../processor/refuse-unavailable.ts'
import { payerPaymentOf } from '../read/read-payer-payment.ts'
import { checkPayment } from '../reconcile/check-payment.ts'
import { endDeclined } from '../settle/end-declined.ts'
import { settlePayment } from '../settle/settle-payment.ts'
import { showShares } from '../several/show-shares.ts'
import { answerPayer } from './answer-payer.ts'
import { limitProcessorCalls } from './limit-processor-calls.ts'

/**
 * Forwards the payer's answer to a challenge of their bank. When it is answered twice, the first answer
 * counts. Refuses invoice_unknown, not_found (also for a payment that somebody else made), wrong_state,
 * payment_failed, processor_unavailable, too_many_requests.
 */
export async function answerChallenge(
  uow: UnitOfWork,
  request: { invoiceId: string; paymentId: string; answer: 'approve' | 'decline' },
): Promise<PayerPayment> {
  const { invoiceId, paymentId, answer } = request
  const payment = await uow.transaction((ctx) => startAnswer(ctx, invoiceId, paymentId))
  await failpoint('challenge.intended')
  await limitProcessorCalls(uow, paymentId)
  const processor = await findProcessor(uow, payment.provider)
  if (!processor || payment.provider_ref === null) throw refuse('processor_unavailable')
  const { adapter, connection, recipient } = processor
  const ref = payment.provider_ref
  const outcome = await callProcessor(uow.app, `${adapter.id} confirm`, async () =>
    adapter.confirm
      ? adapter.confirm(connection, ref, answer, processorKey(paymentId, `confirm-${answer}`))
      : unsupported,
  )
  await failpoint('challenge.provider_after')
  if (outcome.ok) {
    const ended = await endDeclined(uow.app, processor, payment, outcome.value)
    const observed = ended.ok ? ended.value : outcome.value
    await uow.transaction((ctx) => settlePayment(ctx, paymentId, observed, { recipient, cause: 'challenge' }))
  } else if (outcome.error.kind === 'unavailable' || outcome.error.kind === 'rate_limited') {
    throw refuseUnavailable(outcome.error.code)
  } else {
    // Answered before, or the reply was lost: the processor's report decides.
    await checkPayment(uow, paymentId)
  }
  await failpoint('challenge.committed')
  const settled = await uow.transaction(async (ctx) => {
    const found = await payerPaymentOf(ctx, invoiceId, paymentId)
    return { ...found, shares: await showShares(ctx, paymentId, found.shares) }
  })
  const { payment: now, payable, shares } = settled
  return answerPayer(now, payable.invoice, false, methodSeenBy(uow.actor, now), shares)
}

const unsupported = failed({ kind: 'unsupported', code: 'no_confirm', raw: null })

async function startAnswer(ctx: Ctx, invoiceId: string, paymentId: string): Promise<Payment> {
  await payerPaymentOf(ctx, invoiceId, paymentId)
  const payment = (await lockPayment(ctx, paymentId))!
  if (!isPayerOf(ctx.actor, payment)) throw refuse('not_found')
  const kind = payment.next_step?.kind ?? 'redirect'
  if (payment.status !== 'input' || kind === 'redirect')
    throw refuse('wrong_state', msg('This payment doesn’t need an answer. Reload the page.'))
  return changePayment(ctx, paymentId, { check_count: 0, next_check_at: asDate(ctx.now + FIRST_CHECK_MS) })
}
