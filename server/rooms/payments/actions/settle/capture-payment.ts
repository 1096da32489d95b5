import { failed } from '../../../../gateways/payments/port.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { askedAt, FIRST_CHECK_MS } from '../../rules/check-schedule.ts'
import { type Payment, type PaymentDetail, totalMinor } from '../../rules/records.ts'
import { changePayment, lockPayment } from '../../store/payments.ts'
import { callProcessor, processorKey } from '../processor/call-processor.ts'
import { findProcessor, refuseFormerAccount } from '../processor/find-processor.ts'
import { refuseStaffUnavailable } from '../processor/refuse-unavailable.ts'
import { readPayment } from '../read/read-payment.ts'
import { settlePayment } from './settle-payment.ts'

/** Captures an authorized payment. Refuses not_found, wrong_state, processor_unavailable, payments_paused. */
export async function capturePayment(uow: UnitOfWork, paymentId: string): Promise<PaymentDetail> {
  const payment = await uow.transaction((ctx) => startCapture(ctx, paymentId))
  await failpoint('authorized.intended')
  const processor = await findProcessor(uow, payment.provider)
  if (!processor || payment.provider_ref === null) throw refuse('processor_unavailable')
  refuseFormerAccount(processor, askedAt(payment))
  const { adapter, connection, recipient } = processor
  const ref = payment.provider_ref
  const amount = { minor: totalMinor(payment), currency: payment.currency }
  const outcome = await callProcessor(uow.app, `${adapter.id} capture`, async () => {
    await failpoint('authorized.provider_before')
    return adapter.capture
      ? adapter.capture(connection, ref, amount, processorKey(payment.id, 'capture'))
      : unsupported
  })
  await failpoint('authorized.provider_after')
  if (outcome.ok) {
    await uow.transaction(async (ctx) => {
      await settlePayment(ctx, paymentId, outcome.value, { recipient, cause: 'captured by staff' })
      await failpoint('authorized.before_commit')
    })
    await failpoint('authorized.committed')
  } else if (outcome.error.kind === 'wrong_state') {
    throw refuse('wrong_state', 'The processor didn’t capture it. The authorization may have expired.')
  } else if (outcome.error.kind !== 'unknown_outcome') {
    throw await refuseStaffUnavailable(uow.app)
  }
  return uow.transaction((ctx) => readPayment(ctx, paymentId))
}

const unsupported = failed({ kind: 'unsupported', code: 'no_capture', raw: null })

/** Commits the intent to capture, so that the reconciler asks for the outcome if this process dies. */
async function startCapture(ctx: Ctx, paymentId: string): Promise<Payment> {
  const payment = await lockPayment(ctx, paymentId)
  if (!payment) throw refuse('not_found')
  if (payment.status !== 'preauth') throw refuse('wrong_state', 'You can only capture an authorized payment.')
  await audit(ctx, 'payments.capture', { type: 'payment', id: paymentId }, { number: payment.number })
  return changePayment(ctx, paymentId, { check_count: 0, next_check_at: asDate(ctx.now + FIRST_CHECK_MS) })
}
