/*
 * The calendars of the companies, written from the laws of the countries and not from the library that the product asks.
 */

/** Public holidays on weekdays from June 2027 to May 2029. */
const HOLIDAYS = {
  US: `2027-06-18 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25 2027-12-24 2027-12-31
    2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-23 2028-12-25
    2029-01-01 2029-01-15 2029-02-19 2029-05-28`,
  DE: `2028-04-14 2028-04-17 2028-05-01 2028-05-25 2028-06-05 2028-10-03 2028-12-25 2028-12-26
    2029-01-01 2029-03-30 2029-04-02 2029-05-01 2029-05-10 2029-05-21`,
  FR: `2027-07-14 2027-11-01 2027-11-11 2028-04-17 2028-05-01 2028-05-08 2028-05-25 2028-06-05 2028-07-14 2028-08-15
    2028-11-01 2028-12-25 2029-01-01 2029-04-02 2029-05-01 2029-05-08 2029-05-10 2029-05-21`,
} as const

export type Country = keyof typeof HOLIDAYS

/** The companies' time zones, with the country whose holidays hold their reminders; null holds them on no holiday. */
export const COUNTRIES = {
  'America/New_York': 'US',
  'Europe/London': 'FR',
  // Its clocks change by half an hour.
  'Australia/Lord_Howe': 'DE',
  // At midnight.
  'Africa/Cairo': null,
  'America/Santiago': 'FR',
  // Half a day ahead of UTC.
  'Pacific/Auckland': 'US',
} as const satisfies Record<string, Country | null>

export type Zone = keyof typeof COUNTRIES

const SUNDAY = 0
const SATURDAY = 6

/** True when nothing is sent on a day: weekends are held by every company. */
export function isDayOff(zone: Zone, day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const country = COUNTRIES[zone]
  return weekday === SATURDAY || weekday === SUNDAY || (country !== null && HOLIDAYS[country].includes(day))
}
