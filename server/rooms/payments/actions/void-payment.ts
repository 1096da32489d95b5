import { audit } from '../../../platform/audit.ts'
import type { Ctx, Steps } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { isVoidable, type Payment, type PaymentDetail } from '../rules/records.ts'
import { lockPayment } from '../store/payments.ts'
import { findAtProcessor, mayStillArrive } from './find-at-processor.ts'
import { type Processor, processorOf } from './find-processor.ts'
import { letGoAtProvider } from './let-go-at-provider.ts'
import { readPayment } from './read-payment.ts'
import { refuseStaffUnavailable } from './refuse-unavailable.ts'
import { rejectPayment } from './reject-payment.ts'

/**
 * Lets a payment go of which nothing was taken: at the processor first, and only its word frees what is reserved.
 * Refuses not_found, wrong_state, processor_unavailable, payments_paused.
 */
export async function voidPayment(steps: Steps, paymentId: string): Promise<PaymentDetail> {
  const payment = await steps.transaction((ctx) => intend(ctx, paymentId))
  const processor = processorOf(steps.app, steps.accountId, payment.provider)
  if (!processor) throw refuse('processor_unavailable')
  const ref = payment.provider_ref ?? (await findReference(steps, payment, processor))
  if (ref === null)
    await steps.transaction((ctx) => rejectPayment(ctx, paymentId, NEVER_ARRIVED, 'voided by staff'))
  else await letGo(steps, payment, ref, processor)
  return steps.transaction((ctx) => readPayment(ctx, paymentId))
}

const NEVER_ARRIVED = {
  kind: 'voided',
  code: 'never_arrived',
  message: 'The payment was released.',
  providerRef: null,
} as const

async function letGo(steps: Steps, payment: Payment, ref: string, processor: Processor): Promise<void> {
  const settled = await letGoAtProvider(steps, payment, ref, processor, 'voided by staff')
  if (settled.status !== 'rejected')
    throw refuse(
      'wrong_state',
      'The processor did not release it: the money was taken, or is on its way. Refund it instead.',
    )
}

/** Its reference at the processor, or null when the processor has never heard of it and no longer can. */
async function findReference(steps: Steps, payment: Payment, processor: Processor): Promise<string | null> {
  const found = await findAtProcessor(steps.app, processor, payment)
  if (!found.ok) throw await refuseStaffUnavailable(steps.app)
  if (found.value !== null) return found.value.providerRef
  const now = await steps.transaction(async (ctx) => ctx.now)
  if (mayStillArrive(payment, processor, now))
    throw refuse(
      'wrong_state',
      'This payment may still be on its way to the processor. Try again in a few minutes.',
    )
  return null
}

async function intend(ctx: Ctx, paymentId: string): Promise<Payment> {
  const payment = await lockPayment(ctx, paymentId)
  if (!payment) throw refuse('not_found')
  if (!isVoidable(payment))
    throw refuse('wrong_state', 'Only a payment of which nothing was taken can be voided.')
  await audit(ctx, 'payments.void', { type: 'payment', id: paymentId }, { number: payment.number })
  return payment
}
