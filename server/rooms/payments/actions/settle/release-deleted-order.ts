import type { UnitOfWork } from '../../../../platform/context.ts'
import type { Payment } from '../../rules/records.ts'
import type { Processor } from '../processor/find-processor.ts'
import { mayStillArrive } from '../reconcile/find-at-processor.ts'
import { lockWithInvoices } from './lock-payment.ts'
import { rejectPayment } from './reject-payment.ts'

/**
 * Releases an order that its processor no longer knows. PayPal deletes an order some hours after it was created unless it was
 * captured, so that a deleted order took no money. Returns null, without a change, while a capture of it may still arrive and for
 * every other payment.
 */
export function releaseDeletedOrder(
  uow: UnitOfWork,
  paymentId: string,
  processor: Processor,
  cause: string,
): Promise<Payment | null> {
  return uow.transaction(async (ctx) => {
    const { payment } = await lockWithInvoices(ctx, paymentId)
    const wasAsked = payment.capture_request_id !== null
    if (!isUncaptured(payment) || (wasAsked && mayStillArrive(payment, processor, ctx.now))) return null
    const rejection = { kind: 'expired', code: 'not_found', message: null, providerRef: null } as const
    return rejectPayment(ctx, paymentId, rejection, cause)
  })
}

/** No report has shown a capture. A charge of a stored account is captured as it is created. */
const isUncaptured = (payment: Payment): boolean =>
  payment.type === 'paypal' &&
  payment.stored_method_id === null &&
  payment.method_brand === '' &&
  (payment.status === 'input' ||
    payment.status === 'waiting' ||
    (payment.status === 'error' && payment.failure_code === 'unresolved'))
