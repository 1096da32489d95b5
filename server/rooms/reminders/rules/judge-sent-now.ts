import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { earliestFirst, isTrueOn, type OpenStep, sideOf } from './choose-next-steps.ts'

/** An email that a person sends before or after its day. */
export interface SentNow<Step> {
  /** Its text would say today what is not true; false for a thank-you. */
  readonly isUntrue: boolean
  /** Earlier emails about the same invoice, which would follow it. */
  readonly replaced: readonly Step[]
}

/**
 * Judges an email that a person sends on its own: it is true on the same side of the due date as its day, and as the latest that is
 * due, as the engine would send it. `open` are the steps of its customer that were neither sent nor skipped.
 */
export function judgeSentNow<Step extends OpenStep>(
  chosen: Step,
  open: readonly Step[],
  today: CalendarDate,
): SentNow<Step> {
  if (chosen.paidOn !== null) return { isUntrue: false, replaced: [] }
  const others = open.filter(
    ({ invoiceId, kind, paidOn }) =>
      invoiceId === chosen.invoiceId && kind === chosen.kind && paidOn === null,
  )
  const isLatestDue = others.every(
    (one) => earliestFirst(one, chosen) <= 0 || one.scheduledOn > today || chosen.scheduledOn > today,
  )
  return {
    isUntrue: !isTrueOn(today, chosen) && !(isLatestDue && chosen.scheduledOn <= today),
    replaced: others.filter((one) => earliestFirst(one, chosen) < 0),
  }
}

const WRITTEN_FOR = new Map([
  [-1, 'the days before the due date'],
  [0, 'the due date'],
  [1, 'the days after the due date'],
])
const STANDING = new Map([
  [-1, 'is not due yet'],
  [0, 'is due today'],
  [1, 'is past due'],
])

/** Explains why an email would say what is not true today, and what to do. */
export function explainUntrue(
  {
    stepName,
    number,
    dueDate,
    scheduledOn,
  }: OpenStep & { readonly stepName: string; readonly number: string },
  today: CalendarDate,
): string {
  const written = WRITTEN_FOR.get(sideOf(dueDate, scheduledOn))
  const isEarly = scheduledOn > today
  const instead = isEarly ? 'let it leave on its day' : 'send the later step'
  return `“${stepName}” is written for ${written}, and ${number} ${STANDING.get(sideOf(dueDate, today))}. Change its text for this message first, or ${instead}.`
}
