import { addDays, addMonthsClamped, type CalendarDate } from '../dates/calendar.ts'
import { splitByLargestRemainder } from '../money/money.ts'
import type { PlanInterval } from './plan-terms.ts'

/** One installment as agreed, in minor units. */
export interface Installment {
  readonly dueOn: CalendarDate
  readonly amountMinor: bigint
  readonly isDownPayment: boolean
}

export interface ScheduleWish {
  readonly totalMinor: bigint
  /** Installments after the down payment. */
  readonly count: number
  readonly firstOn: CalendarDate
  readonly interval: PlanInterval
  /** Zero for none. */
  readonly downPaymentMinor: bigint
  /** Due date of the down payment. */
  readonly downPaymentOn: CalendarDate
}

/**
 * Divides a total into a down payment and equal installments. The cents that don't divide evenly go to the earliest
 * ones. Dates of a monthly plan keep the first one's day, or take the last day of a shorter month.
 */
export function buildSchedule(wish: ScheduleWish): Installment[] {
  const { totalMinor, count, downPaymentMinor } = wish
  const restMinor = totalMinor - downPaymentMinor
  const amounts = count === 0 ? [] : splitByLargestRemainder(restMinor, Array<bigint>(count).fill(1n))
  const regular = amounts.map((amountMinor, index) => ({
    dueOn: dueDateOf(wish, index),
    amountMinor,
    isDownPayment: false,
  }))
  if (downPaymentMinor === 0n) return regular
  return [{ dueOn: wish.downPaymentOn, amountMinor: downPaymentMinor, isDownPayment: true }, ...regular]
}

function dueDateOf({ firstOn, interval }: ScheduleWish, index: number): CalendarDate {
  if (interval === 'monthly') return addMonthsClamped(firstOn, index)
  return addDays(firstOn, index * (interval === 'weekly' ? 7 : 14))
}
