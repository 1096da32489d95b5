import { sumMinor } from '../../../../../domain/money/money.ts'
import type { ProcessorPayment } from '../../../../gateways/payments/port.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { bookPayment, readReceivables, type Share } from '../../../ledger/index.ts'
import { sharesThatFit } from '../../rules/fit-shares.ts'
import { factsOf } from '../../rules/processor-facts.ts'
import { type Payment, totalMinor } from '../../rules/records.ts'
import { type AllocationRow, applyShares, moveAllocations } from '../../store/allocations.ts'
import { lockConsents } from '../../store/consents.ts'
import { storeMethod } from '../../store/methods.ts'
import { addEvent, changePayment } from '../../store/payments.ts'
import { type PlannedCredit, spendPlannedCredit } from '../credit/settle-with-credit.ts'
import { agreeByPayment } from '../methods/agree-to-auto-payments.ts'
import { enqueueNotifications } from '../notify/enqueue-notifications.ts'
import { readSettings } from '../read/read-settings.ts'
import type { LockedPayment } from './lock-payment.ts'

/** Books a confirmed payment and settles its invoices. The receivables and the payment must be locked. */
export async function confirmPayment(
  ctx: Ctx,
  { payment, allocations, credit }: LockedPayment & { readonly credit: PlannedCredit | null },
  observed: ProcessorPayment,
  cause: string,
): Promise<Payment> {
  const reserved = allocations.every((share) => share.state === 'reserved')
  const shares = reserved ? allocations : await applyWhatFits(ctx, payment, allocations)
  const unappliedMinor = payment.amount_minor - sumMinor(shares.map((share) => share.amountMinor))
  const { today } = await readSettings(ctx)
  // Comes before the payment's own entry, so that its receipt tells what is left after both.
  if (credit) await spendPlannedCredit(ctx, credit, reserved ? [] : shares)
  const storedMethodId = await keepMethod(ctx, payment, observed)
  const [confirmed] = await Promise.all([
    changePayment(ctx, payment.id, {
      ...factsOf(observed),
      status: 'confirmed',
      captured_minor: totalMinor(payment),
      unapplied_minor: unappliedMinor,
      stored_method_id: storedMethodId,
      next_step: null,
      failure_code: null,
      failure_message: null,
      next_check_at: null,
      booked_on: today,
      settled_at: asDate(ctx.now),
    }),
    moveAllocations(ctx, payment.id, 'reserved', 'applied'),
    addEvent(ctx, payment.id, payment.status, 'confirmed', cause),
    audit(
      ctx,
      'payments.confirm',
      { type: 'payment', id: payment.id },
      { number: payment.number, cause, unappliedMinor: unappliedMinor.toString() },
    ),
    enqueueNotifications(ctx, payment),
    // Comes last, because every writer waits for the account's ledger head.
    bookPayment(ctx, {
      paymentId: payment.id,
      customerId: payment.customer_id,
      currency: payment.currency,
      number: payment.number,
      bookedOn: today,
      shares: shares.map(({ invoiceId, amountMinor }) => ({ invoiceId, amountMinor })),
      unappliedMinor,
      surchargeMinor: payment.surcharge_minor,
      reserved,
    }),
  ])
  await failpoint('settle.ledger')
  return confirmed
}

/**
 * The reservations were released: each invoice takes up to what it still owes, and the rest becomes unapplied
 * credit.
 */
async function applyWhatFits(
  ctx: Ctx,
  { id: paymentId, customer_id: customerId }: Payment,
  allocations: readonly AllocationRow[],
): Promise<Share[]> {
  const fitting = sharesThatFit(
    customerId,
    allocations,
    await readReceivables(
      ctx,
      allocations.map((share) => share.invoiceId),
    ),
  )
  await applyShares(ctx, paymentId, fitting)
  return fitting
}

/** Stores the method that the payer wanted to keep, unless they removed it since the payment started. */
async function keepMethod(ctx: Ctx, payment: Payment, observed: ProcessorPayment): Promise<string | null> {
  if (payment.stored_method_id !== null) {
    await agreeByPayment(ctx, payment, payment.stored_method_id)
    return payment.stored_method_id
  }
  if (!payment.store_method || observed.storedToken === null || observed.method === null) return null
  // Two payments with the same card at once store it once. Comes after the locks of the invoices and the payment.
  await lockConsents(ctx, payment.customer_id)
  const stored = await storeMethod(ctx, {
    customerId: payment.customer_id,
    provider: payment.provider,
    facts: observed.method,
    token: observed.storedToken,
    usedAt: payment.created_at,
  })
  if (stored !== null) await agreeByPayment(ctx, payment, stored)
  return stored
}
