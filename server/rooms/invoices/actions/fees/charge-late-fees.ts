import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'
import type { InvoiceState } from '../../../../../domain/invoices/invoice-status.ts'
import { type Ctx, nextId } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { bookLateFees, lockReceivables, type Receivable } from '../../../ledger/index.ts'
import {
  addToTotals,
  incomeOf,
  insertLateFees,
  lockInvoices,
  type NewLateFee,
} from '../../store/late-fees.ts'

/** A fee that was charged, with its invoice's number. */
export interface ChargedFee extends NewLateFee {
  readonly id: string
}

/**
 * Charges fees and raises the totals of their invoices. Each is charged once for its invoice, rule and period, or for its payment
 * plan, by staff too;
 * returns those that are new. The caller decides about the fees while it holds the locks of `lockForFees`,
 * and passes them.
 */
export async function chargeLateFees(
  ctx: Ctx,
  fees: readonly NewLateFee[],
  bookedOn: CalendarDate,
  held?: LockedForFees,
): Promise<ChargedFee[]> {
  if (fees.length === 0) return []
  const made = fees.map((fee) => ({ ...fee, id: nextId(ctx), entryId: nextId(ctx) }))
  const { numbers, receivables } =
    held ??
    (await lockForFees(
      ctx,
      fees.map((fee) => fee.invoiceId),
    ))
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
      const income = incomeOf(fee.planId)
      return { ...fee, feeId: fee.id, income, customerId, currency, bookedOn, description }
    }),
    [...receivables.values()],
  )
  await failpoint('late_fees.booked')
  return charged
}

/** Invoices and their receivables, which nobody else changes until the transaction ends. */
export interface LockedForFees {
  readonly states: ReadonlyMap<string, InvoiceState>
  readonly numbers: ReadonlyMap<string, string>
  readonly receivables: ReadonlyMap<string, Receivable>
}

/** Locks invoices and then their receivables. */
export async function lockForFees(ctx: Ctx, invoiceIds: readonly string[]): Promise<LockedForFees> {
  const invoices = await lockInvoices(ctx, invoiceIds)
  const receivables = await lockReceivables(ctx, [...invoices.keys()])
  return {
    states: new Map([...invoices].map(([id, { state }]) => [id, state])),
    numbers: new Map([...invoices].map(([id, { number }]) => [id, number])),
    receivables: new Map(receivables.map((item) => [item.invoiceId, item])),
  }
}
