import { smallerMinor } from '../../../../../domain/money/money.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { isMergedInto } from '../../../customers/index.ts'
import { readInvoiceFacts } from '../../../invoices/index.ts'
import { lockReceivables, type PlatformChange, type Receivable, type Share } from '../../../ledger/index.ts'
import { lockPayment } from '../../store/payments.ts'
import { refundingMinorOf } from '../../store/refunds.ts'
import { readSettings } from '../read/read-settings.ts'
import { recordCreditUse } from './record-credit-use.ts'

/**
 * Settles an invoice with a payment's unapplied credit because that was done in an accounting platform. The invoice's balance there,
 * which was applied before, shows it as settled by something unknown, so that is taken back first: `settledMinor` is what payments and
 * credit of ours settle of it. Returns the amount used: less than the share, or nothing, when less credit is left or less is owed.
 */
export async function spendCreditOf(
  ctx: Ctx,
  paymentId: string,
  { invoiceId, amountMinor }: Share,
  settledMinor: bigint,
): Promise<bigint> {
  const [receivable] = await lockReceivables(ctx, [invoiceId])
  const payment = await lockPayment(ctx, paymentId)
  if (!receivable || payment?.status !== 'confirmed' || payment.deposit_to === 'trust') return 0n
  if (payment.currency !== receivable.currency) return 0n
  // The books gave the invoices of a merged customer, and its credit there, to the other one.
  const [payer, debtor] = [payment.customer_id, receivable.customerId]
  if (payer !== debtor && !(await isMergedInto(ctx, payer, debtor))) return 0n
  const creditMinor = payment.unapplied_minor - (await refundingMinorOf(ctx, paymentId))
  const owedMinor = receivable.remainingMinor - receivable.reservedMinor
  const settledThereMinor = receivable.chargedMinor - receivable.remainingMinor - settledMinor
  const usedMinor = [creditMinor, owedMinor + settledThereMinor].reduce(smallerMinor, amountMinor)
  if (usedMinor <= 0n) return 0n
  const takenBackMinor = smallerMinor(usedMinor, settledThereMinor)
  await recordCreditUse(
    ctx,
    payment,
    [{ invoiceId, amountMinor: usedMinor }],
    takenBackMinor > 0n ? await takingBack(ctx, receivable, takenBackMinor) : null,
  )
  return usedMinor
}

async function takingBack(ctx: Ctx, receivable: Receivable, amountMinor: bigint): Promise<PlatformChange> {
  const [facts] = await readInvoiceFacts(ctx, [receivable.invoiceId])
  return {
    receivable,
    number: facts!.number,
    bookedOn: (await readSettings(ctx)).today,
    dueDate: receivable.dueDate,
    customerId: receivable.customerId,
    netMinor: 0n,
    taxMinor: 0n,
    settledMinor: -amountMinor,
    reference: null,
  }
}
