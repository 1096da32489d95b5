import { sumMinor } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { bookUnappliedUsed, type Share } from '../../../ledger/index.ts'
import type { Payment } from '../../rules/records.ts'
import { addShares } from '../../store/allocations.ts'
import { addEvent, changePayment } from '../../store/payments.ts'
import { readSettings } from '../read/read-settings.ts'

/** Settles invoices with the unapplied credit of a payment. Both must be locked, and the credit suffice. */
export async function spendUnapplied(ctx: Ctx, payment: Payment, shares: readonly Share[]): Promise<void> {
  await bookUnappliedUsed(ctx, {
    paymentId: payment.id,
    customerId: payment.customer_id,
    currency: payment.currency,
    number: payment.number,
    bookedOn: (await readSettings(ctx)).today,
    shares,
  })
  await failpoint('credit.use_booked')
  await addShares(ctx, payment.id, shares)
  const used = sumMinor(shares.map((share) => share.amountMinor))
  await changePayment(ctx, payment.id, { unapplied_minor: payment.unapplied_minor - used })
  await addEvent(ctx, payment.id, payment.status, payment.status, 'credit used')
}
