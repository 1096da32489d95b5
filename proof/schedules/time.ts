export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

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

/** The calendar date that it is somewhere at an instant. */
export const dateIn = (zone: string, at: number): string => formatOf(calendars, zone, {}).format(at)

/** What clocks show there. */
const showIn = (zone: string, at: number): string =>
  formatOf(clocks, zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at)

export const hourIn = (zone: string, at: number): number => Number.parseInt(showIn(zone, at), 10)

/** Whether clocks are put forward or back there on a day: noon comes sooner or later than a day after the last one. */
export const changesClocks = (zone: string, date: string): boolean => {
  const noon = Date.parse(`${date}T12:00:00Z`)
  return showIn(zone, noon - DAY_MS) !== showIn(zone, noon + DAY_MS)
}

export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

/** What falls due when, in one company: the instants at which it was asked for decide. */
export interface Asked {
  readonly zone: string
  readonly at: readonly number[]
}

/** The first instant from one on, and on no earlier day of the company's than this, at which it was asked. */
export const firstAsked = ({ zone, at }: Asked, from: number, day = ''): number | null =>
  at.find((one) => one >= from && dateIn(zone, one) >= day) ?? null

/** Three days ahead a customer is told. */
export const toldAt = (asked: Asked, due: string): number | null => firstAsked(asked, 0, plusDays(due, -3))

/** Charged on the day itself, and not within a day of being told. */
export function chargedAt(asked: Asked, due: string): number | null {
  const told = toldAt(asked, due)
  return told === null ? null : firstAsked(asked, told + DAY_MS, due)
}

/** A charge that is declined is made again on the first, third and fifth day after, counted from the full hour. */
export function triedAt(asked: Asked, due: string): number[] {
  const tries: number[] = []
  let next = chargedAt(asked, due)
  for (const gap of [1, 2, 2, null]) {
    if (next === null) break
    tries.push(next)
    if (gap !== null) next = firstAsked(asked, next - (next % HOUR_MS) + gap * DAY_MS)
  }
  return tries
}

/** A day is compared with the processor once three hours of the next have gone: which day, and when that begins. */
export function comparedAt({ zone, at }: Asked): Map<string, number> {
  const days = new Map<string, number>()
  for (const one of at) {
    const day = dateIn(zone, one - 3 * HOUR_MS)
    if (!days.has(day)) days.set(day, one)
  }
  return days
}
