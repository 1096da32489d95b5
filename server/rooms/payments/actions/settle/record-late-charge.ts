import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import { sumMinor } from '../../../../../domain/money/money.ts'
import type { ProcessorPayment } from '../../../../gateways/payments/port.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { takeNumber } from '../../../invoices/index.ts'
import { bookPayment, readReceivables } from '../../../ledger/index.ts'
import { sharesThatFit } from '../../rules/fit-shares.ts'
import type { Observation } from '../../rules/observation.ts'
import { type Payment, totalMinor } from '../../rules/records.ts'
import { allocationsOf, insertAllocations } from '../../store/allocations.ts'
import { addEvent, changePayment, insertPayment, lateChargeOf } from '../../store/payments.ts'
import { enqueueNotifications } from '../notify/enqueue-notifications.ts'
import { readSettings } from '../read/read-settings.ts'
import { openCase } from '../reconcile/open-case.ts'

/**
 * Records the charge of an attempt that was given up, or the money of a dispute that was won, as a payment of its own. It settles what its invoice
 * still owes, and the rest becomes unapplied credit. The attempt must be locked.
 */
export async function recordLateCharge(
  ctx: Ctx,
  attempt: Payment,
  observed: ProcessorPayment,
  seen: Observation,
): Promise<Payment> {
  const known = await lateChargeOf(ctx, attempt.id)
  if (known) return known
  const wanted = (await allocationsOf(ctx, attempt.id)).map(({ invoiceId, amountMinor }) => ({
    invoiceId,
    amountMinor,
  }))
  const shares = sharesThatFit(
    attempt.customer_id,
    wanted,
    await readReceivables(
      ctx,
      wanted.map((share) => share.invoiceId),
    ),
  )
  const unappliedMinor = attempt.amount_minor - sumMinor(shares.map((share) => share.amountMinor))
  const wasDisputed = attempt.failure_code === 'disputed'
  // The processor's reference moves to the new payment.
  await changePayment(ctx, attempt.id, { provider_ref: null })
  const { today } = await readSettings(ctx)
  const payment = await insertLatePayment(ctx, attempt, observed, { unappliedMinor, bookedOn: today })
  await insertAllocations(ctx, payment.id, 'applied', shares)
  await failpoint('late_charge.inserted')
  await bookPayment(ctx, {
    paymentId: payment.id,
    customerId: payment.customer_id,
    currency: payment.currency,
    number: payment.number,
    bookedOn: today,
    shares,
    unappliedMinor,
    surchargeMinor: payment.surcharge_minor,
    reserved: false,
  })
  await failpoint('late_charge.booked')
  await addEvent(
    ctx,
    payment.id,
    null,
    'confirmed',
    wasDisputed
      ? `the dispute of ${attempt.number} was won`
      : `${seen.cause}: charged after ${attempt.number} was given up`,
  )
  if (!wasDisputed) await openCase(ctx, caseOf(payment))
  await audit(
    ctx,
    'payments.record_late',
    { type: 'payment', id: payment.id },
    { number: payment.number, attempt: attempt.number, unappliedMinor: unappliedMinor.toString() },
  )
  await enqueueNotifications(ctx, payment)
  await failpoint('late_charge.before_commit')
  return payment
}

const caseOf = (payment: Payment) => ({
  provider: payment.provider,
  kind: 'late_charge' as const,
  subject: payment.id,
  paymentId: payment.id,
  providerRef: payment.provider_ref,
  booked: null,
  observed: { minor: payment.captured_minor, currency: payment.currency },
})

async function insertLatePayment(
  ctx: Ctx,
  attempt: Payment,
  observed: ProcessorPayment,
  { unappliedMinor, bookedOn }: { unappliedMinor: bigint; bookedOn: CalendarDate },
): Promise<Payment> {
  const id = nextId(ctx)
  const { method } = observed
  const payment = await insertPayment(ctx, {
    id,
    number: await takeNumber(ctx, 'payment'),
    customer_id: attempt.customer_id,
    request_id: `late.${attempt.id}`,
    request_hash: attempt.request_hash,
    channel: attempt.channel,
    type: attempt.type,
    provider: attempt.provider,
    provider_ref: observed.providerRef,
    status: 'confirmed',
    currency: attempt.currency,
    deposit_to: attempt.deposit_to,
    amount_minor: attempt.amount_minor,
    surcharge_minor: attempt.surcharge_minor,
    captured_minor: totalMinor(attempt),
    unapplied_minor: unappliedMinor,
    method_brand: method?.brand ?? attempt.method_brand,
    method_last4: method?.last4 ?? attempt.method_last4,
    method_expiration_year: method?.expirationYear ?? attempt.method_expiration_year,
    method_expiration_month: method?.expirationMonth ?? attempt.method_expiration_month,
    late_of: attempt.id,
    booked_on: bookedOn,
    created_by: attempt.created_by,
    settled_at: asDate(ctx.now),
  })
  if (!payment) throw new Error(`the late charge of ${attempt.id} is recorded already`)
  return payment
}
