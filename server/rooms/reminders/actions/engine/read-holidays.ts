import type { CalendarDate } from '../../../../../domain/dates/calendar.ts'

const known = new Map<string, Promise<ReadonlyMap<CalendarDate, string>>>()

/**
 * Returns the names of a country's public holidays by date, for this year and the ones before and after it. `country` is an
 * ISO 3166 code; null has none.
 */
export function readHolidays(
  country: string | null,
  today: CalendarDate,
): Promise<ReadonlyMap<CalendarDate, string>> {
  if (country === null) return Promise.resolve(new Map())
  const year = Number(today.slice(0, 4))
  const key = `${country} ${year}`
  const found = known.get(key) ?? loadHolidays(country, [year - 1, year, year + 1])
  known.set(key, found)
  return found
}

async function loadHolidays(
  country: string,
  years: readonly number[],
): Promise<ReadonlyMap<CalendarDate, string>> {
  // Loaded when it is needed, because it takes 40 MB.
  const { default: Holidays } = await import('date-holidays')
  const calendar = new Holidays(country, { types: ['public'] })
  // `start` is an instant; the first ten characters of `date` are the local day.
  return new Map(
    years.flatMap((year) =>
      calendar.getHolidays(year, 'en').map(({ date, name }) => [date.slice(0, 10), name] as const),
    ),
  )
}
