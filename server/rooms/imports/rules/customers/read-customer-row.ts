import type { PaymentTerms } from '../../../../../domain/dates/terms.ts'
import { isLanguage, LANGUAGES, type Language } from '../../../../../domain/mails/languages.ts'
import { GROUP_NAME_MAX_LENGTH, tidyGroupName } from '../../../../../domain/people/customer-group.ts'
import { EMAIL_ROLES, type EmailRole, type EmailWithRole } from '../../../../../domain/people/email-roles.ts'
import type { Mapping } from '../columns/targets.ts'
import {
  cellOf,
  REQUIRED,
  type Read,
  readCurrency,
  readEmails,
  readLine,
  readPhone,
  readTerms,
  readText,
  readYesOrNo,
} from '../read-cells.ts'
import type { RowErrors } from '../row-outcomes.ts'

/** Customer details in a row. Empty cells are absent and leave existing values. */
export interface CustomerRecord {
  readonly shortName: string
  readonly companyName?: string
  readonly isActive?: boolean
  readonly currency?: string
  readonly terms?: PaymentTerms
  readonly email?: string
  readonly extraEmails?: readonly string[]
  /** Roles of addresses in the cell of the other emails, billing too. */
  readonly emailRoles?: readonly EmailWithRole[]
  readonly primaryPhone?: string
  readonly alternatePhone?: string
  readonly mobilePhone?: string
  readonly fax?: string
  readonly addressline1?: string
  readonly addressline2?: string
  readonly city?: string
  readonly state?: string
  readonly postalCode?: string
  readonly country?: string
  /** Name of the customer's group, which may not exist yet. */
  readonly group?: string
  readonly notes?: string
  readonly language?: Language
}

export type ReadCustomer =
  | { readonly ok: true; readonly record: CustomerRecord }
  | { readonly ok: false; readonly errors: RowErrors; readonly name: string }

type Reader = (text: string) => Read<unknown>

const line =
  (most: number): Reader =>
  (text) =>
    readLine(text, most)

const FIELDS: readonly [target: string, field: keyof CustomerRecord, read: Reader][] = [
  ['company_name', 'companyName', line(150)],
  ['is_active', 'isActive', readYesOrNo],
  ['currency', 'currency', readCurrency],
  ['terms', 'terms', readOwnTerms],
  ['primary_phone', 'primaryPhone', readPhone],
  ['alternate_phone', 'alternatePhone', readPhone],
  ['mobile_phone', 'mobilePhone', readPhone],
  ['fax', 'fax', readPhone],
  ['addressline1', 'addressline1', line(200)],
  ['addressline2', 'addressline2', line(200)],
  ['city', 'city', line(100)],
  ['state', 'state', line(100)],
  ['postal_code', 'postalCode', line(20)],
  ['country', 'country', line(60)],
  ['group', 'group', readGroup],
  ['language', 'language', readLanguage],
  ['notes', 'notes', (text) => readText(text, 5000)],
]

/** Reads one row. Faults are keyed by target. */
export function readCustomerRow(cells: readonly string[], mapping: Mapping): ReadCustomer {
  const errors: Record<string, string[]> = {}
  const record: Record<string, unknown> = {}
  for (const [target, field, read] of FIELDS) {
    const text = cellOf(cells, mapping, target)
    if (text === '') continue
    const value = read(text)
    if (value.ok) record[field] = value.value
    else errors[target] = [value.error]
  }
  readAddresses(cells, mapping, record, errors)
  const name = nameOf(cells, mapping)
  const shortName = readLine(name, 150)
  if (name === '') errors.short_name = [REQUIRED]
  else if (!shortName.ok) errors.short_name = [shortName.error]
  else record.shortName = shortName.value.replace(/\s+/g, ' ')
  return Object.keys(errors).length > 0
    ? { ok: false, errors, name }
    : { ok: true, record: record as unknown as CustomerRecord }
}

/** Returns the name, or else the company, or else first and last name. */
function nameOf(cells: readonly string[], mapping: Mapping): string {
  const own = cellOf(cells, mapping, 'short_name') || cellOf(cells, mapping, 'company_name')
  return own || `${cellOf(cells, mapping, 'first_name')} ${cellOf(cells, mapping, 'last_name')}`.trim()
}

/**
 * Takes the first address of the email cell as the main one, and all others of both cells as additional
 * ones.
 */
function readAddresses(
  cells: readonly string[],
  mapping: Mapping,
  record: Record<string, unknown>,
  errors: Record<string, string[]>,
): void {
  const main = readEmails(cellOf(cells, mapping, 'email'))
  const further = readEmails(cellOf(cells, mapping, 'emails'))
  if (!main.ok) errors.email = [main.error]
  if (!further.ok) errors.emails = [further.error]
  if (!main.ok || !further.ok) return
  const [email, ...extras] =
    main.value.length > 0 ? [...main.value, ...further.value] : ['', ...further.value]
  const extraEmails = [...new Set(extras)].filter((address) => address !== email)
  if (extraEmails.length > 10) errors.emails = ['Use at most 10 more email addresses.']
  if (email) record.email = email
  if (extraEmails.length > 0) record.extraEmails = extraEmails
  const roles = readEmailRoles(cellOf(cells, mapping, 'email_roles'), further.value)
  if (!roles.ok) errors.email_roles = [roles.error]
  else if (roles.value.length > 0) record.emailRoles = roles.value
}

/** Reads the roles of these addresses, one for each in their order: 'billing, receipts'. An empty cell says nothing about them. */
function readEmailRoles(text: string, addresses: readonly string[]): Read<EmailWithRole[]> {
  if (text === '') return { ok: true, value: [] }
  const words = text.split(/[;,|\n]+/).map((word) => word.trim())
  const allowed = `Use ${EMAIL_ROLES.slice(0, -1).join(', ')} or ${EMAIL_ROLES.at(-1)}.`
  const unknown = words.find((word) => !isEmailRole(word.toLowerCase()))
  if (unknown !== undefined) {
    const what = unknown === '' ? 'A role is missing.' : `“${unknown.slice(0, 40)}” isn’t a role.`
    return { ok: false, error: `${what} ${allowed}` }
  }
  if (words.length !== addresses.length)
    return {
      ok: false,
      error: `Name one role for each of the other emails, in their order: ${words.length} for ${addresses.length} now. ${allowed}`,
    }
  return {
    ok: true,
    value: addresses.map((email, at) => ({ email, role: words[at]!.toLowerCase() as EmailRole })),
  }
}

const isEmailRole = (word: string): word is EmailRole => EMAIL_ROLES.some((role) => role === word)

function readGroup(text: string): Read<string> {
  return readLine(tidyGroupName(text), GROUP_NAME_MAX_LENGTH)
}

/** Reads a tag or the language's own name: 'de', 'de-AT', 'Deutsch'. */
function readLanguage(text: string): Read<Language> {
  const word = text.trim().toLowerCase()
  const named = Object.entries(LANGUAGES).find(([, name]) => name.toLowerCase() === word)
  const tag = named?.[0] ?? word.split(/[-_]/)[0] ?? ''
  return isLanguage(tag)
    ? { ok: true, value: tag }
    : { ok: false, error: `Emails aren’t available in “${text}”. Try en, de, fr, es, it, nl or pt.` }
}

function readOwnTerms(text: string): Read<PaymentTerms> {
  const read = readTerms(text)
  if (!read.ok) return read
  if (read.value.days === null) return { ok: true, value: read.value.terms }
  return {
    ok: false,
    error: `Terms of ${read.value.days} days aren’t available. Try Net 30.`,
  }
}
