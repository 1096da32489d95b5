import { type CalendarDate, compareDates } from '../dates/calendar.ts'
import { yearBefore } from './decide-fee.ts'
import { computeFee, type FeeCap } from './fee-amount.ts'
import { nextPeriod } from './fee-period.ts'
import type { FeeTerms } from './fee-terms.ts'

/** One fee of an example. Amounts in minor units. */
export interface ExampleFee {
  readonly day: CalendarDate
  /** The amount that the percentage counts from. */
  readonly baseMinor: bigint
  readonly minor: bigint
  readonly uncappedMinor: bigint
  readonly cap: FeeCap | null
  /** All fees up to this one. */
  readonly sofarMinor: bigint
}

/** Computes the first fees of an invoice that nobody pays. */
export function exampleFees(
  terms: FeeTerms,
  invoice: { readonly totalMinor: bigint; readonly dueDate: CalendarDate },
  count: number,
): ExampleFee[] {
  const { totalMinor, dueDate } = invoice
  const fees: ExampleFee[] = []
  let feesMinor = 0n
  let period = nextPeriod(terms, dueDate, dueDate)
  while (period !== null && fees.length < count) {
    const { day } = period
    const year = fees.filter((fee) => compareDates(fee.day, yearBefore(day)) >= 0)
    const yearFeesMinor = year.reduce((sum, fee) => sum + fee.minor, 0n)
    const remainingMinor = totalMinor + feesMinor
    const fee = computeFee(terms, { totalMinor, remainingMinor, feesMinor, yearFeesMinor })
    feesMinor += fee.minor
    fees.push({
      ...fee,
      day,
      baseMinor: terms.compounds ? remainingMinor : totalMinor,
      sofarMinor: feesMinor,
    })
    period = nextPeriod(terms, dueDate, day)
  }
  return fees
}
