import { timeZoneNames } from '../../../../domain/dates/time-zone.ts'
import { CURRENCIES } from '../../../../domain/money/money.ts'
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
