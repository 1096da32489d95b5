import { addDays, type CalendarDate, compareDates, MAX_YEAR } from '../dates/calendar.ts'
import { msg } from '../languages/msg.ts'
import { type CurrencyCode, displayAmount, sumMinor } from '../money/money.ts'
import type { Installment } from './build-schedule.ts'
import { MAX_INSTALLMENTS, MAX_PLAN_DAYS } from './plan-terms.ts'

/** Limits that a schedule has to fit. */
export interface ScheduleBounds {
  readonly totalMinor: bigint
  readonly currency: CurrencyCode
  readonly today: CalendarDate
}

/** Problems by field, such as `installments.2.due_on`; `installments` for the schedule as a whole. */
export type ScheduleProblems = Readonly<Record<string, string>>

/**
 * Checks a schedule: dates from today on, each after the one before, amounts above zero that add up to the total, and a down
 * payment only at its start. Returns no problems when it can be agreed on.
 */
export function checkSchedule(
  installments: readonly Installment[],
  bounds: ScheduleBounds,
): ScheduleProblems {
  if (installments.length === 0) return { installments: 'Add at least one installment.' }
  if (installments.length > MAX_INSTALLMENTS)
    return { installments: `A plan has at most ${MAX_INSTALLMENTS} installments.` }
  const problems: Record<string, string> = {}
  for (const [index, installment] of installments.entries()) {
    const before = installments[index - 1]
    const date = dateProblem(installment, before, bounds.today)
    if (date !== null) problems[`installments.${index}.due_on`] = date
    if (installment.amountMinor <= 0n)
      problems[`installments.${index}.amount`] = msg('The amount should be greater than 0')
    if (installment.isDownPayment && index > 0)
      problems[`installments.${index}.down_payment`] = 'Only the first installment can be a down payment.'
  }
  const difference = differenceText(sumMinor(installments.map(({ amountMinor }) => amountMinor)), bounds)
  return difference === null ? problems : { ...problems, installments: difference }
}

function dateProblem(
  { dueOn }: Installment,
  before: Installment | undefined,
  today: CalendarDate,
): string | null {
  if (compareDates(dueOn, today) < 0) return 'Choose today or a later day.'
  if (before && compareDates(dueOn, before.dueOn) <= 0) return 'Choose a day after the installment before it.'
  const lastDay = addDays(today, MAX_PLAN_DAYS)
  return compareDates(dueOn, lastDay) > 0 || Number(dueOn.slice(0, 4)) > MAX_YEAR
    ? 'Choose a day within the next five years.'
    : null
}

/** Says by how much installments differ from the total; null when they add up. */
export function differenceText(
  sum: bigint,
  { totalMinor, currency }: Pick<ScheduleBounds, 'totalMinor' | 'currency'>,
): string | null {
  if (sum === totalMinor) return null
  const difference = sum < totalMinor ? totalMinor - sum : sum - totalMinor
  return `The installments add up to ${displayAmount(sum, currency)}, ${displayAmount(difference, currency)} ${
    sum < totalMinor ? 'less' : 'more'
  } than the ${displayAmount(totalMinor, currency)} that is owed.`
}
