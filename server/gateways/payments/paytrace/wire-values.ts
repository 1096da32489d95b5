import { addDays, calendarDate, dateInZone } from '../../../../domain/dates/calendar.ts'
import { instantInZone } from '../../../../domain/dates/time-zone.ts'
import { formatAmount, parseAmount } from '../../../../domain/money/money.ts'
import type { Money } from '../port.ts'

/** PayTrace's accounts are in US dollars. */
export const CURRENCY = 'USD'

/** The zone of the times in exports, which name none. It is not published; days are asked for with one to spare. */
const ZONE = 'America/Los_Angeles'

export const amountText = ({ minor }: Money): string => formatAmount(minor, CURRENCY)

/** Reads an amount of an export, which is a JSON number or a text. */
export function moneyOf(amount: string | number): Money {
  const parsed = parseAmount(String(amount), CURRENCY)
  if (!parsed.ok) throw new Error('PayTrace sent an amount that cannot be read.')
  return { minor: parsed.minor, currency: CURRENCY }
}

/** The days of a period as an export asks for them, with a day to spare on both sides. */
export const daysAround = (fromMs: number, toMs: number) => ({
  start_date: dayText(addDays(dateInZone(fromMs, ZONE), -1)),
  end_date: dayText(addDays(dateInZone(toMs, ZONE), 1)),
})

/** 2026-11-26 → 11/26/2026 */
const dayText = (date: string): string => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`

const TIME = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d\d)(?::(\d\d))? ([AP])M$/

/** Reads '4/10/2015 4:06:30 PM' as epoch ms; null when it is no time. */
export function timeOf(text: string): number | null {
  const found = TIME.exec(text.trim())
  if (!found) return null
  const [month, day, year, hour, minute, second] = found.slice(1, 7).map((part) => Number(part ?? 0))
  const date = calendarDate(year!, month!, day!)
  if (date === null) return null
  const hours = (hour! % 12) + (found[7] === 'P' ? 12 : 0)
  return instantInZone(date, hours, minute!, ZONE) + second! * 1000
}
