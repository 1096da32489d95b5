import { DAY_MS, HOUR_MS } from '../../domain/dates/durations.ts'

const calendars = new Map<string, Intl.DateTimeFormat>()
const clocks = new Map<string, Intl.DateTimeFormat>()

function formatOf(
  kept: Map<string, Intl.DateTimeFormat>,
  zone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const known = kept.get(zone) ?? new Intl.DateTimeFormat('en-CA', { ...options, timeZone: zone })
  kept.set(zone, known)
  return known
}

/** The calendar date in a zone at an instant. */
export const dateIn = (zone: string, at: number): string => formatOf(calendars, zone, {}).format(at)

/** The time of day in a zone at an instant. */
const timeIn = (zone: string, at: number): string =>
  formatOf(clocks, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)

export const hourIn = (zone: string, at: number): number => Number.parseInt(timeIn(zone, at), 10)

/** True when the clocks change in a zone on a day: the noons before and after have different times of day. */
export const changesClocks = (zone: string, date: string): boolean => {
  const noon = Date.parse(`${date}T12:00:00Z`)
  return timeIn(zone, noon - DAY_MS) !== timeIn(zone, noon + DAY_MS)
}

export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

/** The instants at which one company was checked for due work, which decide when work is done. */
export interface Checks {
  readonly zone: string
  readonly at: readonly number[]
}

/** The first check at or after an instant, and on or after a local date of the company. */
export const firstCheck = ({ zone, at }: Checks, from: number, day = ''): number | null =>
  at.find((one) => one >= from && dateIn(zone, one) >= day) ?? null

/** The step of the flow: a day after the due date, at an hour that each night with something due is checked at. */
export const REMINDED_AFTER_DAYS = 1
export const REMINDED_AT_HOUR = 3

/** A customer is reminded at the first check in the hours from the step's on, of its day or a later one. */
export function remindedAt({ zone, at }: Checks, due: string): number | null {
  const day = plusDays(due, REMINDED_AFTER_DAYS)
  return at.find((one) => dateIn(zone, one) >= day && hourIn(zone, one) >= REMINDED_AT_HOUR) ?? null
}

/** A customer is notified three days ahead. */
export const notifiedAt = (checks: Checks, due: string): number | null =>
  firstCheck(checks, 0, plusDays(due, -3))

/** An invoice is charged on its due date, and at least a day after the notice. */
export function chargedAt(checks: Checks, due: string): number | null {
  const notified = notifiedAt(checks, due)
  return notified === null ? null : firstCheck(checks, notified + DAY_MS, due)
}

/** A declined charge is retried on the first, third and fifth day after, counted from the full hour. */
export function attemptsAt(checks: Checks, due: string): number[] {
  const attempts: number[] = []
  let next = chargedAt(checks, due)
  for (const gap of [1, 2, 2, null]) {
    if (next === null) break
    attempts.push(next)
    if (gap !== null) next = firstCheck(checks, next - (next % HOUR_MS) + gap * DAY_MS)
  }
  return attempts
}

/** The days that are compared with the processor, each from three hours into the next day on. */
export function comparedAt({ zone, at }: Checks): Map<string, number> {
  const days = new Map<string, number>()
  for (const one of at) {
    const day = dateIn(zone, one - 3 * HOUR_MS)
    if (!days.has(day)) days.set(day, one)
  }
  return days
}
