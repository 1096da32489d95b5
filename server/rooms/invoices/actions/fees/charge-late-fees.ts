import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { bookLateFees, lockReceivables } from '../../../ledger/index.ts'
import { addToTotals, insertLateFees, lockInvoices, type NewLateFee } from '../../store/late-fees.ts'

/** A fee that was charged, with its invoice's number. */
export interface ChargedFee extends NewLateFee {
  readonly id: string
}

/**
 * Charges late fees and raises the totals of their invoices. Each is charged once for its invoice, rule and period, whoever tries;
 * returns those that are new. The caller decides about the fees after it has locked their invoices with `lockForFees`.
 */
export async function chargeLateFees(
  ctx: Ctx,
  fees: readonly NewLateFee[],
  bookedOn: CalendarDate,
): Promise<ChargedFee[]> {
  if (fees.length === 0) return []
  const made = fees.map((fee) => ({ ...fee, id: nextId(ctx), entryId: nextId(ctx) }))
  const { numbers, receivables } = await lockForFees(
    ctx,
    fees.map((fee) => fee.invoiceId),
  )
  const fresh = await insertLateFees(ctx, made, bookedOn)
  const charged = made.filter((fee) => fresh.has(fee.id))
  if (charged.length === 0) return []
  // Before the booking, which locks the head of the ledger: every writer of the account waits for it.
  await addToTotals(ctx, charged)
  await bookLateFees(
    ctx,
    charged.map((fee) => {
      const { customerId, currency } = receivables.get(fee.invoiceId)!
      const description = `${fee.description}, invoice ${numbers.get(fee.invoiceId)}`
      return { ...fee, feeId: fee.id, customerId, currency, bookedOn, description }
    }),
  )
  await failpoint('late_fees.booked')
  return charged
}

/** Locks invoices and then their receivables, so that nothing about them changes until the transaction ends. */
export async function lockForFees(ctx: Ctx, invoiceIds: readonly string[]) {
  const invoices = await lockInvoices(ctx, invoiceIds)
  const receivables = await lockReceivables(ctx, [...invoices.keys()])
  return {
    states: new Map([...invoices].map(([id, { state }]) => [id, state])),
    numbers: new Map([...invoices].map(([id, { number }]) => [id, number])),
    receivables: new Map(receivables.map((item) => [item.invoiceId, item])),
  }
}
