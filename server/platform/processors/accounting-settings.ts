import { type ClioSettings, clioSettings, readClio } from './clio-settings.ts'
import { type IntuitSettings, intuitSettings, readIntuit } from './intuit-settings.ts'
import { readXero, type XeroSettings, xeroSettings } from './xero-settings.ts'

/** The registrations of this installation at accounting platforms; null at one that is not configured. */
export interface AccountingSettings {
  readonly intuit: IntuitSettings | null
  readonly xero: XeroSettings | null
  readonly clio: ClioSettings | null
}

export const accountingSettings = { ...intuitSettings, ...xeroSettings, ...clioSettings }

type Values = Parameters<typeof readIntuit>[0] &
  Parameters<typeof readXero>[0] &
  Parameters<typeof readClio>[0]

/** Throws when only a part of a registration is set. */
export const readAccounting = (values: Values): AccountingSettings => ({
  ...readIntuit(values),
  ...readXero(values),
  ...readClio(values),
})
