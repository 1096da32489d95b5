import type { CalendarDate } from '../dates/calendar.ts'
import { compareDates } from '../dates/calendar.ts'
import { smallerMinor } from '../money/money.ts'

/** An invoice or installment that still owes something. Amounts in minor units of one currency. */
export type OpenItem = { id: string; dueDate: CalendarDate; remainingMinor: bigint }

export type Allocation = { id: string; amountMinor: bigint }

export type AllocationResult = {
  /** Each more than zero, oldest due date first. */
  allocations: Allocation[]
  /** The rest when every item is settled. */
  unappliedMinor: bigint
}

/**
 * Settles the earliest due date first; items of one date in the order given. Nothing gets more than it owes,
 * and the parts and the unapplied rest add up to the amount. Throws RangeError for a negative amount.
 */
export function allocateOldestFirst(amountMinor: bigint, items: readonly OpenItem[]): AllocationResult {
  if (amountMinor < 0n) throw new RangeError('The amount is negative')
  let left = amountMinor
  const allocations: Allocation[] = []
  for (const item of [...items].sort((a, b) => compareDates(a.dueDate, b.dueDate))) {
    const part = smallerMinor(item.remainingMinor, left)
    if (part <= 0n) continue
    allocations.push({ id: item.id, amountMinor: part })
    left -= part
  }
  return { allocations, unappliedMinor: left }
}
