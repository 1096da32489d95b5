import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { StepKind } from '../../../../domain/reminders/flow.ts'

/** A step that was neither sent nor skipped. */
export interface OpenStep {
  readonly invoiceId: string
  readonly kind: StepKind
  readonly scheduledOn: CalendarDate
  readonly dueDate: CalendarDate
  readonly position: number
  readonly paidOn: CalendarDate | null
}

/** The email that reminds of an invoice next, and the earlier ones that it replaces. */
export interface NextStep<Step> {
  readonly step: Step
  readonly replaced: readonly Step[]
}

/**
 * Chooses for each invoice the email that comes next: the latest that is due, as on its day, otherwise the first that comes. That is
 * null when it is meant for another side of the due date than today, because its text would not be true: 'due today', 'past due'.
 * Tasks, notes and thank-yous are no reminders. An invoice without one is absent.
 */
export function chooseNextSteps<Step extends OpenStep>(
  steps: readonly Step[],
  today: CalendarDate,
): ReadonlyMap<string, NextStep<Step> | null> {
  const emails = steps.filter(({ kind, paidOn }) => kind === 'email' && paidOn === null)
  const chosen = new Map<string, NextStep<Step> | null>()
  for (const [invoiceId, own] of Map.groupBy(emails, (step) => step.invoiceId)) {
    const inOrder = own.toSorted(earliestFirst)
    const due = inOrder.filter(({ scheduledOn }) => scheduledOn <= today)
    const step = due.pop()
    if (step) chosen.set(invoiceId, { step, replaced: due })
    else chosen.set(invoiceId, isTrueOn(today, inOrder[0]!) ? { step: inOrder[0]!, replaced: [] } : null)
  }
  return chosen
}

export const earliestFirst = (a: OpenStep, b: OpenStep): number =>
  a.scheduledOn === b.scheduledOn ? a.position - b.position : a.scheduledOn < b.scheduledOn ? -1 : 1

/** True while an email that is written for its day also is for today: on the same side of the due date. */
export const isTrueOn = (today: CalendarDate, { scheduledOn, dueDate }: OpenStep): boolean =>
  sideOf(dueDate, today) === sideOf(dueDate, scheduledOn)

/** Before the due date -1, on it 0, after it 1. */
export const sideOf = (dueDate: CalendarDate, day: CalendarDate): number =>
  day === dueDate ? 0 : day < dueDate ? -1 : 1
