import { isInFlight } from '../../../../../domain/payments/payment-status.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { Payment } from '../../rules/records.ts'
import { addEvent, changePayment } from '../../store/payments.ts'
import { openCase } from '../reconcile/open-case.ts'

interface Report {
  readonly problem: string
  readonly cause: string
  readonly providerRef: string | null
}

/**
 * Quarantines a payment whose processor report differs from the request: nothing is booked, the amount stays
 * reserved, and a case is opened, which keeps `providerRef`, the processor's reference in its report. The payment must be locked.
 */
export async function quarantinePayment(
  ctx: Ctx,
  payment: Payment,
  { problem, cause, providerRef }: Report,
): Promise<Payment> {
  ctx.app.log.error('payment differs from the processor’s report', {
    paymentId: payment.id,
    problem,
    cause,
  })
  await audit(
    ctx,
    'payments.quarantine',
    { type: 'payment', id: payment.id },
    { number: payment.number, problem, cause },
  )
  await openCase(ctx, {
    provider: payment.provider,
    kind: 'mismatch',
    subject: payment.id,
    paymentId: payment.id,
    providerRef: payment.provider_ref ?? providerRef,
    booked: null,
    observed: null,
  })
  if (!isInFlight(payment.status)) return payment
  await addEvent(ctx, payment.id, payment.status, 'error', `${cause}: different ${problem}`)
  return changePayment(ctx, payment.id, {
    status: 'error',
    failure_code: 'mismatch',
    failure_message: `The processor reports a different ${problem}. Nothing was recorded in your books.`,
    next_check_at: null,
  })
}
