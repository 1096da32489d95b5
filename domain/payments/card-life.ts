import { type CalendarDate, daysBetween, endOfMonth } from '../dates/calendar.ts'

/** A card that ends within so many days is warned of. */
const WARN_DAYS = 60

export type CardLife = 'soon' | 'expired' | null

/** Returns a card's last day: the last one of the month that is printed on it. */
export const lastDayOfCard = (year: number, month: number): CalendarDate =>
  endOfMonth(`${year}-${String(month).padStart(2, '0')}-01`)

/** Returns whether a card has expired or ends soon; null when there is nothing to warn of. */
export function cardLife(lastDay: CalendarDate, today: CalendarDate): CardLife {
  const left = daysBetween(today, lastDay)
  if (left < 0) return 'expired'
  return left <= WARN_DAYS ? 'soon' : null
}
