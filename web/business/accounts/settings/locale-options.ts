import { timeZoneNames } from '../../../../domain/dates/time-zone.ts'
import { CURRENCIES } from '../../../../domain/money/money.ts'
import { HOLIDAY_COUNTRIES } from '../../../../domain/reminders/holiday-countries.ts'
import type { ComboboxOption } from '../../../ui/combobox/combobox-options.ts'

const names = new Intl.DisplayNames('en-US', { type: 'currency' })

/** 'USD, US Dollar' */
export const currencyOption = (code: string): ComboboxOption => ({
  id: code,
  label: `${code}, ${names.of(code)}`,
})

export const currencyOptions = (): ComboboxOption[] => Object.keys(CURRENCIES).sort().map(currencyOption)

/** 'America/New York' */
export const zoneOption = (zone: string): ComboboxOption => ({ id: zone, label: zone.replace(/_/g, ' ') })

export const zoneOptions = (): ComboboxOption[] => timeZoneNames().map(zoneOption)

/** The browser's time zone, or null when it is not among the options. */
export function guessTimeZone(): string | null {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZoneNames().includes(timeZone) ? timeZone : null
}

/** Countries whose public holidays are known, by name, after the choice of none. */
export function holidayCountries(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const countries = HOLIDAY_COUNTRIES.map((code) => ({ value: code, label: names.of(code) ?? code }))
  return [{ value: '', label: 'No country' }, ...countries.sort((a, b) => a.label.localeCompare(b.label))]
}
