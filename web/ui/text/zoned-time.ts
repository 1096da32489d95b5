import { dateInZone } from '../../../domain/dates/calendar.ts'

/** Calendar date of an instant in the account's time zone. */
export const dayOf = (instant: string, timeZone: string): string => dateInZone(Date.parse(instant), timeZone)

/** Time in the account's time zone: '10:14 AM'. */
export const timeOf = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(
    Date.parse(instant),
  )
