import { addDays, type CalendarDate, daysBetween } from '../dates/calendar.ts'
import { divideHalfUp } from '../money/money.ts'
import { buildSchedule, type Installment } from './build-schedule.ts'
import { PLAN_INTERVALS, type PlanInterval } from './plan-terms.ts'

/** Limits within which customers choose a plan by themselves. */
export interface PlanLimits {
  readonly maxInstallments: number
  /** Days until the last installment. */
  readonly maxDays: number
  readonly downPaymentPercent: number
  readonly intervals: readonly PlanInterval[]
}

export interface AllowedSchedule {
  readonly interval: PlanInterval
  /** Installments after the down payment. */
  readonly count: number
  readonly installments: readonly Installment[]
}

/**
 * Returns each schedule that the limits allow, the shortest first. A down payment is due today, and the first installment after
 * one interval. Without a down payment the first installment is due today, so that a plan begins with a payment.
 */
export function allowedSchedules(
  limits: PlanLimits,
  { totalMinor, today }: { readonly totalMinor: bigint; readonly today: CalendarDate },
): AllowedSchedule[] {
  const downPaymentMinor = divideHalfUp(totalMinor * BigInt(limits.downPaymentPercent), 100n)
  const withDown = downPaymentMinor > 0n
  const most = limits.maxInstallments - (withDown ? 1 : 0)
  return PLAN_INTERVALS.filter((interval) => limits.intervals.includes(interval)).flatMap((interval) =>
    Array.from({ length: most }, (_, index) => index + 1).flatMap((count) => {
      if (!withDown && count < 2) return []
      const installments = buildSchedule({
        totalMinor,
        count,
        firstOn: withDown ? firstAfter(today, interval) : today,
        interval,
        downPaymentMinor,
        downPaymentOn: today,
      })
      const fits =
        daysBetween(today, installments.at(-1)!.dueOn) <= limits.maxDays &&
        installments.every(({ amountMinor }) => amountMinor > 0n)
      return fits ? [{ interval, count, installments }] : []
    }),
  )
}

/** Returns the day one interval after another. */
function firstAfter(today: CalendarDate, interval: PlanInterval): CalendarDate {
  const [, second] = buildSchedule({
    totalMinor: 2n,
    count: 2,
    firstOn: today,
    interval,
    downPaymentMinor: 0n,
    downPaymentOn: today,
  })
  return second?.dueOn ?? addDays(today, 1)
}
