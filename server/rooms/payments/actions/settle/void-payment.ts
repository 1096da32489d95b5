import { msg } from '../../../../../domain/languages/msg.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { askedAt } from '../../rules/check-schedule.ts'
import { isVoidable, type Payment, type PaymentDetail } from '../../rules/records.ts'
import { lockPayment } from '../../store/payments.ts'
import { findProcessor, type Processor, refuseFormerAccount } from '../processor/find-processor.ts'
import { refuseStaffUnavailable } from '../processor/refuse-unavailable.ts'
import { readPayment } from '../read/read-payment.ts'
import { findAtProcessor, mayStillArrive } from '../reconcile/find-at-processor.ts'
import { cancelAtProcessor } from './cancel-at-processor.ts'
import { rejectPayment } from './reject-payment.ts'
import { isUnreachable } from './release-unreachable.ts'

/**
 * Voids a payment that took no money: at the processor first, and only its report releases the reservation.
 * A payment that was left to staff, because its account can't be asked any more, is released as they say. Refuses not_found,
 * wrong_state, processor_unavailable, payments_paused.
 */
export async function voidPayment(uow: UnitOfWork, paymentId: string): Promise<PaymentDetail> {
  const payment = await uow.transaction((ctx) => startVoid(ctx, paymentId))
  const processor = await findProcessor(uow, payment.provider)
  if (payment.status === 'error' && isUnreachable(processor, payment)) {
    await uow.transaction((ctx) => rejectPayment(ctx, paymentId, LOOKED_UP, 'released by staff'))
    return uow.transaction((ctx) => readPayment(ctx, paymentId))
  }
  if (!processor) throw refuse('processor_unavailable')
  refuseFormerAccount(processor, askedAt(payment))
  const ref = payment.provider_ref ?? (await findReference(uow, payment, processor))
  if (ref === null)
    await uow.transaction((ctx) => rejectPayment(ctx, paymentId, NEVER_ARRIVED, 'voided by staff'))
  else await cancel(uow, payment, ref, processor)
  return uow.transaction((ctx) => readPayment(ctx, paymentId))
}

const NEVER_ARRIVED = {
  kind: 'voided',
  code: 'never_arrived',
  message: msg('The payment was released.'),
  providerRef: null,
} as const

/** Staff looked at the account that we can't ask any more. */
const LOOKED_UP = { ...NEVER_ARRIVED, code: 'looked_up_by_staff' } as const

async function cancel(uow: UnitOfWork, payment: Payment, ref: string, processor: Processor): Promise<void> {
  const settled = await cancelAtProcessor(uow, payment, ref, processor, 'voided by staff')
  if (settled.status !== 'rejected')
    throw refuse('wrong_state', 'This payment is charged or on its way. Refund it instead.')
}

/**
 * Returns the payment's reference at the processor; null when the processor has never received it and no
 * longer can.
 */
async function findReference(
  uow: UnitOfWork,
  payment: Payment,
  processor: Processor,
): Promise<string | null> {
  const found = await findAtProcessor(uow.app, processor, payment)
  if (!found.ok) throw await refuseStaffUnavailable(uow.app)
  if (found.value !== null) return found.value.providerRef
  const now = await uow.transaction(async (ctx) => ctx.now)
  if (mayStillArrive(payment, processor, now))
    throw refuse(
      'wrong_state',
      'This payment may still be reaching the processor. Try again in a few minutes.',
    )
  return null
}

async function startVoid(ctx: Ctx, paymentId: string): Promise<Payment> {
  const payment = await lockPayment(ctx, paymentId)
  if (!payment) throw refuse('not_found')
  if (!isVoidable(payment)) throw refuse('wrong_state', 'You can only release a payment that wasn’t charged.')
  await audit(ctx, 'payments.void', { type: 'payment', id: paymentId }, { number: payment.number })
  return payment
}
