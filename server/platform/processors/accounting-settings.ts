import { type IntuitSettings, intuitSettings, readIntuit } from './intuit-settings.ts'
import { readXero, type XeroSettings, xeroSettings } from './xero-settings.ts'

/** The registrations of this installation at accounting platforms; null at one that is not configured. */
export interface AccountingSettings {
  readonly intuit: IntuitSettings | null
  readonly xero: XeroSettings | null
}

export const accountingSettings = { ...intuitSettings, ...xeroSettings }

type Values = { readonly [name in keyof typeof accountingSettings]?: string | undefined }

/** Throws when only a part of a registration is set. */
export const readAccounting = (values: Values): AccountingSettings => ({
  ...readIntuit(values),
  ...readXero(values),
})
