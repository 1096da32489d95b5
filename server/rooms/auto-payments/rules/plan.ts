import {
  addDays,
  type CalendarDate,
  compareDates,
  dateInZone,
  daysBetween,
} from '../../../../domain/dates/calendar.ts'
import { DAY_MS, HOUR_MS } from '../../../../domain/dates/durations.ts'
import { startOfDayInZone } from '../../../../domain/dates/time-zone.ts'

/** A notice goes out this many days before the charge, and at least one day before it. */
const NOTICE_DAYS = 3
export const NOTICE_LEAD_MS = DAY_MS
/**
 * A notice lapses after the day that it announced, the retries and a few days more. A charge that was switched off for longer
 * is announced again.
 */
export const NOTICE_HOLDS_MS = 14 * DAY_MS
/** Days after the first, second and third failure: attempts fall on days 1, 3 and 5 after the due date. */
const GAPS_DAYS = [1, 2, 2]
/** Pause before a charge attempt is resumed that the processor could not or would not process. */
export const RESUME_AFTER_MS = HOUR_MS

/** The day on which the charge of a due date is announced. */
export const noticeDay = (dueDate: CalendarDate): CalendarDate => addDays(dueDate, -NOTICE_DAYS)

/** The last due date that gets a notice today. */
export const noticeHorizon = (today: CalendarDate): CalendarDate => addDays(today, NOTICE_DAYS)

/**
 * Returns when the next attempt is due after this many failures, in epoch ms; null when there is none. Counts
 * from the full hour, so that a schedule that runs slightly earlier the next time does not lose a day.
 */
export function nextAttemptAt(failures: number, failedAt: number): number | null {
  const gap = GAPS_DAYS[failures - 1]
  return gap === undefined ? null : failedAt - (failedAt % HOUR_MS) + gap * DAY_MS
}

/** Facts that decide when an invoice is charged. Instants in epoch ms. */
export interface Timing {
  readonly dueDate: CalendarDate
  /** When the notice was sent; null before it. */
  readonly noticedAt: number | null
  /** Earliest next attempt after a failed one. */
  readonly nextAt: number | null
}

/** Converts stored dates to a Timing. */
export const timingOf = (stored: {
  readonly dueDate: CalendarDate
  readonly toldAt: Date | null
  readonly nextAt: Date | null
}): Timing => ({
  dueDate: stored.dueDate,
  noticedAt: stored.toldAt?.getTime() ?? null,
  nextAt: stored.nextAt?.getTime() ?? null,
})

/** Returns the expected day of the charge, never a day in the past. */
export function chargeDate(timing: Timing, now: number, timeZone: string): CalendarDate {
  const day = (at: number): CalendarDate => dateInZone(at, timeZone)
  const noticeOn = noticeDay(timing.dueDate)
  const early = timing.noticedAt === null && daysBetween(day(now), noticeOn) > 0
  const days = [
    timing.dueDate,
    day(now),
    ...(early ? [] : [day((timing.noticedAt ?? now) + NOTICE_LEAD_MS)]),
    ...(timing.nextAt === null ? [] : [day(timing.nextAt)]),
  ]
  return days.sort(compareDates).at(-1)!
}

/** Returns when the next charge is due, in epoch ms; null before the notice. */
export const dueAt = (timing: Timing, timeZone: string): number | null =>
  timing.noticedAt === null
    ? null
    : Math.max(
        timing.noticedAt + NOTICE_LEAD_MS,
        timing.nextAt ?? 0,
        startOfDayInZone(timing.dueDate, timeZone),
      )

export const isDue = (timing: Timing, now: number, timeZone: string): boolean =>
  timing.noticedAt !== null &&
  now >= timing.noticedAt + NOTICE_LEAD_MS &&
  (timing.nextAt === null || now >= timing.nextAt) &&
  dateInZone(now, timeZone) >= timing.dueDate
