import { addDays, addMonthsClamped, type CalendarDate } from '../dates/calendar.ts'
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
 * Divides a total into a down payment and equal installments. What doesn't divide evenly is added to the last one. Dates of
 * a monthly plan keep the first one's day, or take the last day of a shorter month.
 */
export function buildSchedule(wish: ScheduleWish): Installment[] {
  const { totalMinor, count, downPaymentMinor } = wish
  const restMinor = totalMinor - downPaymentMinor
  const eachMinor = count === 0 ? 0n : restMinor / BigInt(count)
  const regular = Array.from({ length: count }, (_, index) => ({
    dueOn: dueDateOf(wish, index),
    amountMinor: index === count - 1 ? restMinor - eachMinor * BigInt(count - 1) : eachMinor,
    isDownPayment: false,
  }))
  if (downPaymentMinor === 0n) return regular
  return [{ dueOn: wish.downPaymentOn, amountMinor: downPaymentMinor, isDownPayment: true }, ...regular]
}

function dueDateOf({ firstOn, interval }: ScheduleWish, index: number): CalendarDate {
  if (interval === 'monthly') return addMonthsClamped(firstOn, index)
  return addDays(firstOn, index * (interval === 'weekly' ? 7 : 14))
}
