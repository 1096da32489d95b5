import { MAX_GROUPS } from '../../../../../domain/people/customer-group.ts'
import { type EmailWithRole, emailRoleOf, tidyRoles } from '../../../../../domain/people/email-roles.ts'
import type { Verdict } from '../row-outcomes.ts'
import { type Candidate, matchCustomer } from './match-customer.ts'
import type { CustomerRecord } from './read-customer-row.ts'

type Facts = {
  readonly [K in Exclude<keyof CustomerRecord, 'shortName'>]-?: NonNullable<CustomerRecord[K]> | null
}

/** An existing customer, with the fields that an import can change. */
export interface ExistingCustomer extends Candidate, Facts {
  /** True when the row has another currency, and an invoice or a ledger entry fixes the customer's. */
  readonly currencyFixed: boolean
  /** True when an import wrote this exact row last. */
  readonly sameRow: boolean
}

export interface CustomerDecision extends Verdict {
  /** The existing customer, and the fields whose values change. */
  readonly customerId?: string
  readonly changes?: Partial<CustomerRecord>
}

const TOO_MANY_GROUPS = `You can have at most ${MAX_GROUPS} groups. Use one of those you have.`

const FIELD_LABELS: Readonly<Record<keyof CustomerRecord, string>> = {
  shortName: 'name',
  companyName: 'company',
  isActive: 'active',
  currency: 'currency',
  terms: 'payment terms',
  email: 'email',
  extraEmails: 'other emails',
  emailRoles: 'roles of other emails',
  primaryPhone: 'phone',
  alternatePhone: 'alternate phone',
  mobilePhone: 'mobile',
  fax: 'fax',
  addressline1: 'address',
  addressline2: 'address line 2',
  city: 'city',
  state: 'state',
  postalCode: 'postal code',
  country: 'country',
  group: 'group',
  notes: 'notes',
  language: 'language',
}

/** Decides the outcome of a customer row, given the customers with its name or address. */
function decideCustomer(record: CustomerRecord, existing: readonly ExistingCustomer[]): CustomerDecision {
  const summary = [record.shortName, record.email].filter(Boolean).join(' · ')
  const match = matchCustomer(existing)
  if (!match.ok)
    return {
      outcome: 'reject',
      errors: { [match.target === 'name' ? 'short_name' : 'email']: [match.error] },
      summary,
    }
  const customer = match.customer
  if (!customer) return { outcome: 'create', errors: {}, summary }
  const customerId = customer.id
  if (customer.sameRow) return { outcome: 'unchanged', errors: {}, summary, customerId }
  if (record.currency && record.currency !== customer.currency && customer.currencyFixed)
    return {
      outcome: 'reject',
      errors: {
        currency: [`This customer has invoices in ${customer.currency}, so you can’t change the currency.`],
      },
      summary,
    }
  const changes = changesOf(record, customer)
  const changed = Object.keys(changes) as (keyof CustomerRecord)[]
  if (changed.length === 0) return { outcome: 'unchanged', errors: {}, summary, customerId }
  const what = changed.map((field) => FIELD_LABELS[field]).join(', ')
  return {
    outcome: 'update',
    errors: {},
    summary: `${summary} · changes ${what}`,
    customerId: customer.id,
    changes,
  }
}

/**
 * Returns the changed fields. Names and groups are compared ignoring case; additional addresses are added to the
 * existing ones, with the roles that the row names.
 */
function changesOf(record: CustomerRecord, customer: ExistingCustomer): Partial<CustomerRecord> {
  const { shortName, group, extraEmails, emailRoles, ...plain } = record
  const fields = Object.keys(plain) as (keyof typeof plain)[]
  const differing = fields.filter((field) => String(plain[field]) !== String(customer[field] ?? ''))
  const known = [customer.email, ...(customer.extraEmails ?? [])]
  const added = (extraEmails ?? []).filter((address) => !known.includes(address))
  return {
    ...Object.fromEntries(differing.map((field) => [field, plain[field]])),
    ...(!isSameName(shortName, customer.shortName) && { shortName }),
    ...(group !== undefined && !isSameName(group, customer.group ?? '') && { group }),
    ...(added.length > 0 && { extraEmails: [...(customer.extraEmails ?? []), ...added] }),
    ...changedRoles(emailRoles ?? [], [...(customer.extraEmails ?? []), ...added], customer.emailRoles ?? []),
  }
}

/** Returns all roles of a customer's further addresses when a row changes one of them. */
function changedRoles(
  given: readonly EmailWithRole[],
  addresses: readonly string[],
  before: readonly EmailWithRole[],
): Pick<CustomerRecord, 'emailRoles'> {
  const isChanged = given.some(
    ({ email, role }) => addresses.includes(email) && role !== emailRoleOf(email, before),
  )
  return isChanged ? { emailRoles: tidyRoles(addresses, [...given, ...before]) } : {}
}

const isSameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Records earlier rows, so that a customer who occurs twice in a file is written once. */
export class CustomersOfFile {
  readonly #byKey = new Map<string, { rowNumber: number; facts: string }>()
  readonly #byId = new Map<string, number>()
  /** Groups named by the recorded rows, in lower case. */
  readonly #groups = new Set<string>()

  /** Judges a row and records it unless it is rejected. `groups` are the account's names in lower case. */
  judge(
    record: CustomerRecord,
    existing: readonly ExistingCustomer[],
    groups: ReadonlySet<string>,
    rowNumber: number,
  ): CustomerDecision {
    const again = this.#again(record)
    if (again) return again
    if (record.group && !this.#hasRoomFor(record.group.toLowerCase(), groups))
      return { outcome: 'reject', errors: { group: [TOO_MANY_GROUPS] }, summary: record.shortName }
    const decision = decideCustomer(record, existing)
    const earlier = decision.customerId && this.#byId.get(decision.customerId)
    if (earlier) return repeats(record, earlier, 'customer', 'short_name')
    if (decision.outcome !== 'reject') this.remember(record, rowNumber, decision.customerId)
    return decision
  }

  remember(record: CustomerRecord, rowNumber: number, customerId?: string): void {
    const facts = factsOf(record)
    for (const key of keysOf(record)) this.#byKey.set(key.value, { rowNumber, facts })
    if (customerId) this.#byId.set(customerId, rowNumber)
    if (record.group) this.#groups.add(record.group.toLowerCase())
  }

  #hasRoomFor(group: string, existing: ReadonlySet<string>): boolean {
    return existing.has(group) || new Set([...this.#groups, ...existing, group]).size <= MAX_GROUPS
  }

  #again(record: CustomerRecord): Verdict | null {
    for (const key of keysOf(record)) {
      const first = this.#byKey.get(key.value)
      if (!first) continue
      if (first.facts !== factsOf(record)) return repeats(record, first.rowNumber, key.what, key.target)
      return {
        outcome: 'duplicate',
        errors: {},
        summary: `${record.shortName} · the same as row ${first.rowNumber}`,
      }
    }
    return null
  }
}

function repeats(record: CustomerRecord, earlier: number, what: string, target: string): Verdict {
  const sentence = `Row ${earlier} already has this ${what} with other details. We use that row.`
  return {
    outcome: 'duplicate',
    errors: { [target]: [sentence] },
    summary: `${record.shortName} · repeats row ${earlier}`,
  }
}

const keysOf = (record: CustomerRecord) => [
  ...(record.email ? [{ value: `email ${record.email}`, what: 'email address', target: 'email' }] : []),
  { value: `name ${record.shortName.toLowerCase()}`, what: 'name', target: 'short_name' },
]

const factsOf = (record: CustomerRecord): string => JSON.stringify(record).toLowerCase()
