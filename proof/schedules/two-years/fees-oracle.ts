import { DAY_MS } from '../../../domain/dates/durations.ts'
import { dateIn, hourIn, plusDays } from '../time.ts'
import { isDayOff, type Zone } from './calendar.ts'
import { type Chased, HOUR } from './oracle.ts'

/** Days after the due date on which the first fee is charged. */
export const GRACE_DAYS = 6
export const FEE_EVERY_DAYS = 30
export const FEE_MINOR = 5_00n

/** How often a company charges, and on which day of the month it sends statements; 31 is the last one. */
export const RHYTHMS = {
  'America/New_York': { fees: 'monthly', statementDay: 1 },
  'Europe/London': { fees: 'days', statementDay: 31 },
  'Australia/Lord_Howe': { fees: 'monthly', statementDay: 15 },
  'Africa/Cairo': { fees: 'days', statementDay: 1 },
  'America/Santiago': { fees: 'monthly', statementDay: 31 },
  'Pacific/Auckland': { fees: 'days', statementDay: 12 },
} as const satisfies Record<Zone, { fees: 'monthly' | 'days'; statementDay: number }>

const daysFrom = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** The day of a month, '2028-02', or its last one. */
function dayIn(month: string, day: number): string {
  const last = plusDays(`${plusDays(`${month}-28`, 4).slice(0, 7)}-01`, -1)
  const wanted = `${month}-${String(day).padStart(2, '0')}`
  return wanted < last ? wanted : last
}

const monthBefore = (month: string): string => plusDays(`${month}-01`, -1).slice(0, 7)

/**
 * Returns the local days on which an invoice has to be charged when workers look at these instants, each with the day of its
 * period. A period that nobody looked at before the next one began is not charged.
 */
export function expectFees(zone: Zone, checks: readonly number[], invoice: Chased): string[] {
  const first = plusDays(invoice.due, GRACE_DAYS)
  const charged: string[] = []
  let last = ''
  for (const at of checks) {
    if (invoice.paidAt !== null && invoice.paidAt <= at) break
    const today = dateIn(zone, at)
    const period = periodOn(zone, first, today)
    if (period === null || period <= last) continue
    charged.push(`${period} on ${today}`)
    last = period
  }
  return charged
}

/** The last day of a month, or every thirtieth day after the first fee. */
function periodOn(zone: Zone, first: string, today: string): string | null {
  if (today < first) return null
  if (RHYTHMS[zone].fees === 'days')
    return plusDays(first, daysFrom(first, today) - (daysFrom(first, today) % FEE_EVERY_DAYS))
  const month = today.slice(0, 7)
  const latest = dayIn(month, 31) <= today ? dayIn(month, 31) : dayIn(monthBefore(month), 31)
  return latest < first ? null : latest
}

/**
 * Returns the statements that a company has to send when workers look at these instants: the period with the local day. Only the
 * latest that fell due in an outage is sent.
 */
export function expectStatements(zone: Zone, checks: readonly number[], createdAt: number): string[] {
  const day = RHYTHMS[zone].statementDay
  const created = dateIn(zone, createdAt)
  const since = hourIn(zone, createdAt) < HOUR ? created : plusDays(created, 1)
  const sent: string[] = []
  let lastTo = ''
  for (const at of checks) {
    const today = dateIn(zone, at)
    const reached = hourIn(zone, at) < HOUR ? plusDays(today, -1) : today
    let month = reached.slice(0, 7)
    while (workingDay(zone, dayIn(month, day)) > reached) month = monthBefore(month)
    const to = plusDays(dayIn(month, day), -1)
    if (workingDay(zone, dayIn(month, day)) < since || to <= lastTo) continue
    const from = dayIn(monthBefore(month), day)
    // Nothing was owed at the end of a period before the first invoice.
    if (to >= created) sent.push(`${from > lastTo ? from : plusDays(lastTo, 1)} to ${to} on ${today}`)
    lastTo = to
  }
  return sent
}

const workingDay = (zone: Zone, day: string): string =>
  isDayOff(zone, day) ? workingDay(zone, plusDays(day, 1)) : day
