import {
  addDays,
  type CalendarDate,
  compareDates,
  dateInZone,
  daysBetween,
} from '../../../../domain/dates/calendar.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The customer is told so many days before the charge, and never less than a day. */
const NOTICE_DAYS = 3
export const NOTICE_LEAD_MS = DAY_MS
/** After the first, second and third failure: on the first, third and fifth day after the due date. */
const GAPS_DAYS = [1, 2, 2]
/** A processor that can't be reached, or doesn't want to be asked just now, is asked again. */
export const RESUME_AFTER_MS = HOUR_MS

/** The last due date of which customers are told today. */
export const noticeHorizon = (today: CalendarDate): CalendarDate => addDays(today, NOTICE_DAYS)

/**
 * When the next try is due after so many failures of an invoice; null when there is to be none. Counted from the full
 * hour, so that a schedule that comes by a little earlier than it did then doesn't lose a day.
 */
export function nextTryAt(failures: number, failedAt: number): number | null {
  const gap = GAPS_DAYS[failures - 1]
  return gap === undefined ? null : failedAt - (failedAt % HOUR_MS) + gap * DAY_MS
}

/** What decides when an invoice is charged. Instants in epoch ms. */
export interface Timing {
  readonly dueDate: CalendarDate
  /** When the customer was told of it; null when they weren't yet. */
  readonly noticedAt: number | null
  /** Not before this, as an earlier try failed. */
  readonly nextAt: number | null
}

/** What is stored of an invoice, as what decides when it is charged. */
export const timingOf = (stored: {
  readonly dueDate: CalendarDate
  readonly toldAt: Date | null
  readonly nextAt: Date | null
}): Timing => ({
  dueDate: stored.dueDate,
  noticedAt: stored.toldAt?.getTime() ?? null,
  nextAt: stored.nextAt?.getTime() ?? null,
})

/** The day on which it is charged, as far as can be said now: never one that has passed. */
export function chargeDate(timing: Timing, now: number, timeZone: string): CalendarDate {
  const day = (at: number): CalendarDate => dateInZone(at, timeZone)
  const noticeOn = addDays(timing.dueDate, -NOTICE_DAYS)
  const early = timing.noticedAt === null && daysBetween(day(now), noticeOn) > 0
  const days = [
    timing.dueDate,
    day(now),
    ...(early ? [] : [day((timing.noticedAt ?? now) + NOTICE_LEAD_MS)]),
    ...(timing.nextAt === null ? [] : [day(timing.nextAt)]),
  ]
  return days.sort(compareDates).at(-1)!
}

/** True when it may be charged at this moment. */
export const isDue = (timing: Timing, now: number, timeZone: string): boolean =>
  timing.noticedAt !== null &&
  now >= timing.noticedAt + NOTICE_LEAD_MS &&
  (timing.nextAt === null || now >= timing.nextAt) &&
  dateInZone(now, timeZone) >= timing.dueDate
