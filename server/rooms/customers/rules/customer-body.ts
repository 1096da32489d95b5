import type { CustomerFields } from '../rules.ts'

/** API name of each field. */
const API_NAMES = {
  shortName: 'short_name',
  companyName: 'company_name',
  isActive: 'is_active',
  parentId: 'parent',
  groupId: 'group',
  currency: 'currency',
  terms: 'terms',
  email: 'email',
  extraEmails: 'emails',
  emailRoles: 'email_roles',
  primaryPhone: 'primary_phone',
  alternatePhone: 'alternate_phone',
  mobilePhone: 'mobile_phone',
  fax: 'fax',
  addressline1: 'addressline1',
  addressline2: 'addressline2',
  city: 'city',
  state: 'state',
  postalCode: 'postal_code',
  country: 'country',
  notes: 'notes',
  remindersOn: 'reminders_status',
  statementsOn: 'statements_status',
  lateFeesOn: 'late_fees_status',
  language: 'language',
} as const satisfies Record<keyof CustomerFields, string>

export type CustomerBody = {
  readonly [K in keyof CustomerFields as (typeof API_NAMES)[K]]?: CustomerFields[K] | undefined
}

/** Returns only the fields present in the request. */
export function fieldsOfBody(body: CustomerBody): Partial<CustomerFields> {
  const named = Object.entries(API_NAMES).filter(([, apiName]) => body[apiName] !== undefined)
  return Object.fromEntries(named.map(([name, apiName]) => [name, body[apiName]]))
}

/** The reverse of fieldsOfBody. */
export const bodyOfFields = (fields: CustomerFields): CustomerBody =>
  Object.fromEntries(
    Object.entries(API_NAMES).map(([name, apiName]) => [apiName, fields[name as keyof CustomerFields]]),
  )

/** Returns the API names of the fields whose values differ. */
export function changedFields(before: CustomerFields, after: CustomerFields): string[] {
  const fields = Object.keys(API_NAMES) as (keyof CustomerFields)[]
  return fields
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .map((name) => API_NAMES[name])
}
