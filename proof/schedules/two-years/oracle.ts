import { DAY_MS } from '../../../domain/dates/durations.ts'
import { dateIn, hourIn, plusDays } from '../time.ts'
import { isDayOff, type Zone } from './calendar.ts'

/** The steps of the flow in days after the due date; the last one repeats. */
export const STEPS = [
  { offset: -3, repeatDays: 0, times: 0 },
  { offset: 5, repeatDays: 0, times: 0 },
  { offset: 8, repeatDays: 7, times: 2 },
] as const
export const HOUR = 9
/** Days after which a step that nobody looked at is missed. */
const CATCH_UP_DAYS = 3

/** An invoice with what people did about it. Instants in epoch ms. */
export interface Chased {
  readonly id: string
  readonly customer: string
  readonly due: string
  paidAt: number | null
}

/** A time in which a customer's reminders are paused, until the day before `until`. */
export interface Paused {
  readonly customer: string
  readonly from: number
  readonly until: string
}

interface Pair {
  /** As 'offset again', for example '8 2'. */
  readonly name: string
  readonly day: string
  wasHeld: boolean
}

const pairsOf = (due: string): Pair[] =>
  STEPS.flatMap(({ offset, repeatDays, times }) =>
    Array.from({ length: times + 1 }, (_, again) => ({
      name: `${offset} ${again}`,
      day: plusDays(due, offset + again * repeatDays),
      wasHeld: false,
    })),
  )

const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** The day itself, or the first one after it on which the company sends. */
function sendingDay(zone: Zone, day: string): string {
  return isDayOff(zone, day) ? sendingDay(zone, plusDays(day, 1)) : day
}

/**
 * Returns what has to become of each step of an invoice when workers look at these instants: the local day on which it is sent,
 * or why it is not. Steps whose day did not come are left out.
 */
export function expectOutcomes(
  zone: Zone,
  checks: readonly number[],
  invoice: Chased,
  pauses: readonly Paused[],
): Record<string, string> {
  const outcomes: Record<string, string> = {}
  let open = pairsOf(invoice.due)
  for (const at of checks) {
    if (invoice.paidAt !== null && invoice.paidAt <= at) break
    if (hourIn(zone, at) < HOUR) continue
    const today = dateIn(zone, at)
    const reached = open.filter(({ day }) => day <= today)
    const latest = reached.at(-1)
    if (latest === undefined) continue
    for (const { name } of reached.slice(0, -1)) outcomes[name] = 'replaced'
    const isPaused = pauses.some(
      (one) => one.customer === invoice.customer && one.from <= at && today < one.until,
    )
    const late = daysFrom(sendingDay(zone, latest.day), today)
    if (!latest.wasHeld && late > CATCH_UP_DAYS) outcomes[latest.name] = 'missed'
    else if (isPaused || isDayOff(zone, today)) latest.wasHeld = true
    else outcomes[latest.name] = `sent ${today}`
    open = open.filter(({ name }) => outcomes[name] === undefined)
  }
  for (const { name, wasHeld } of open)
    if (wasHeld) outcomes[name] = invoice.paidAt === null ? 'held' : 'settled'
  return outcomes
}
