import type { PaymentTerms } from '../../../domain/dates/terms.ts'
import type { AgingBucket } from '../../../domain/invoices/aging.ts'
import type { Language } from '../../../domain/mails/languages.ts'
import { formatAmount } from '../../../domain/money/money.ts'
import type { CustomerSwitch, SwitchSource } from '../../../domain/people/customer-switches.ts'
import { findSwitchOff } from '../../../domain/people/customer-switches.ts'
import { type EmailWithRole, tidyRoles } from '../../../domain/people/email-roles.ts'
import { normalizeEmail } from '../../../domain/people/person-text.ts'
import type { DuplicateReply, RelatedReply } from './rules/present-related.ts'

/** Editable fields of a customer. */
export interface CustomerFields {
  readonly shortName: string
  readonly companyName: string
  readonly isActive: boolean
  readonly parentId: string | null
  readonly groupId: string | null
  readonly currency: string
  readonly terms: PaymentTerms | null
  readonly email: string
  readonly extraEmails: readonly string[]
  /** Roles of further addresses that are not billing. */
  readonly emailRoles: readonly EmailWithRole[]
  readonly primaryPhone: string
  readonly alternatePhone: string
  readonly mobilePhone: string
  readonly fax: string
  readonly addressline1: string
  readonly addressline2: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
  readonly country: string
  readonly notes: string
  readonly remindersOn: boolean
  readonly statementsOn: boolean
  readonly lateFeesOn: boolean
  readonly language: Language | null
}

export interface Customer extends CustomerFields {
  readonly id: string
  readonly createdAt: Date
  /** Set once personal data was replaced by a tombstone. */
  readonly erasedAt: Date | null
  /** The customer that this duplicate turned out to be. */
  readonly mergedInto: string | null
}

/** A customer for lists, with figures from the ledger, the portal and payments. */
export interface CustomerRow extends Customer {
  readonly group: ({ readonly name: string; readonly memberIds: readonly string[] } & GroupSwitches) | null
  readonly owedMinor: bigint
  readonly paidMinor: bigint
  readonly unappliedMinor: bigint
  readonly openInvoices: number
  /** Mean days past due of the invoices past due, to one decimal; null without any. */
  readonly averageDaysPastDue: number | null
  readonly portal: { readonly email: string; readonly accepted: boolean } | null
  readonly autoPay: boolean
}

type AgingFigures = Readonly<Record<AgingBucket | 'total', bigint>> & { readonly currency: string }

/** Defaults of a new customer. */
export const BLANK_CUSTOMER: Omit<CustomerFields, 'shortName' | 'currency'> = {
  companyName: '',
  isActive: true,
  parentId: null,
  groupId: null,
  terms: null,
  email: '',
  extraEmails: [],
  emailRoles: [],
  primaryPhone: '',
  alternatePhone: '',
  mobilePhone: '',
  fax: '',
  addressline1: '',
  addressline2: '',
  city: '',
  state: '',
  postalCode: '',
  country: '',
  notes: '',
  remindersOn: true,
  statementsOn: true,
  lateFeesOn: true,
  language: null,
}

/** Normalizes addresses. Removes duplicates and the main address from the additional ones, and roles of addresses that are gone. */
export function tidyEmails<F extends Pick<CustomerFields, 'email' | 'extraEmails' | 'emailRoles'>>(
  fields: F,
): F {
  const email = normalizeEmail(fields.email)
  const extras = new Set(fields.extraEmails.map(normalizeEmail))
  extras.delete(email)
  extras.delete('')
  const roles = fields.emailRoles.map((one) => ({ ...one, email: normalizeEmail(one.email) }))
  return { ...fields, email, extraEmails: [...extras], emailRoles: tidyRoles([...extras], roles) }
}

/** Returns every address that receives the customer's mail, the main one first. */
export const addressesOf = (customer: Pick<CustomerFields, 'email' | 'extraEmails'>): string[] =>
  [customer.email, ...customer.extraEmails].filter((address) => address !== '')

/** The account's own switches, which come before those of groups and customers. */
export interface AccountSwitches {
  /** The account may write to customers and charge them by itself. */
  readonly isOn: boolean
  readonly usesLegacyReminders: boolean
}

const NO_GROUP: GroupSwitches = { remindersOn: true, statementsOn: true, lateFeesOn: true, autoPayOn: true }

/** Returns what is in force for a customer: on, or what switches it off. */
function describeSwitches(
  customer: CustomerRow,
  account: AccountSwitches,
): Record<CustomerSwitch, { on: boolean; off_by: SwitchSource | null }> {
  const levels = {
    accountIsOn: account.isOn,
    usesLegacyReminders: account.usesLegacyReminders,
    customerIsActive: customer.isActive,
    own: byName({ ...customer, autoPayOn: customer.autoPay }),
    group: byName(customer.group ?? NO_GROUP),
  }
  const inForce = (name: CustomerSwitch) => {
    const off = findSwitchOff(name, levels)
    return { on: off === null, off_by: off }
  }
  return {
    reminders: inForce('reminders'),
    statements: inForce('statements'),
    late_fees: inForce('late_fees'),
    auto_pay: inForce('auto_pay'),
  }
}

const byName = (switches: GroupSwitches): Record<CustomerSwitch, boolean> => ({
  reminders: switches.remindersOn,
  statements: switches.statementsOn,
  late_fees: switches.lateFeesOn,
  auto_pay: switches.autoPayOn,
})

/** Converts a customer to the API's shape. */
export const presentCustomer = (customer: CustomerRow, account: AccountSwitches) => ({
  pk: customer.id,
  id: customer.id,
  short_name: customer.shortName,
  company_name: customer.companyName,
  is_active: customer.isActive,
  parent: customer.parentId,
  balance: formatAmount(customer.owedMinor, customer.currency),
  currency: customer.currency,
  average_days_past_due: customer.averageDaysPastDue,
  email: customer.email,
  emails: [...customer.extraEmails],
  email_roles: [...customer.emailRoles],
  primary_phone: customer.primaryPhone,
  alternate_phone: customer.alternatePhone,
  mobile_phone: customer.mobilePhone,
  fax: customer.fax,
  terms: customer.terms,
  group:
    customer.group && customer.groupId
      ? { pk: customer.groupId, name: customer.group.name, memberships: [...customer.group.memberIds] }
      : null,
  portal_details: customer.portal && {
    customer: customer.id,
    email: customer.portal.email,
    invite_accepted: customer.portal.accepted,
  },
  reminders_status: customer.remindersOn,
  statements_status: customer.statementsOn,
  late_fees_status: customer.lateFeesOn,
  language: customer.language,
  auto_pay_status: customer.autoPay,
  switches: describeSwitches(customer, account),
  open_invoices_count: customer.openInvoices,
  merged_into: customer.mergedInto,
  erased_at: customer.erasedAt?.toISOString() ?? null,
  created: customer.createdAt.toISOString(),
})

/** Customers to which one belongs, and those that belong to it. */
interface Relations {
  readonly parent_name: string | null
  readonly merged_into_name: string | null
  readonly merged_in: string | null
  readonly merged: DuplicateReply[]
  readonly children: RelatedReply[]
  readonly children_count: number
}

/** Converts a customer with details to the API's shape. */
export const presentCustomerDetail = (
  customer: CustomerRow,
  account: AccountSwitches,
  { aging, agingWithMerged }: { aging: AgingFigures; agingWithMerged: AgingFigures },
  inFlightMinor: bigint,
  relations: Relations,
) => ({
  ...relations,
  ...presentCustomer(customer, account),
  addressline1: customer.addressline1,
  addressline2: customer.addressline2,
  city: customer.city,
  state: customer.state,
  postal_code: customer.postalCode,
  country: customer.country,
  notes: customer.notes,
  unapplied_credit: formatAmount(customer.unappliedMinor, customer.currency),
  total_paid: formatAmount(customer.paidMinor, customer.currency),
  in_flight: formatAmount(inFlightMinor, customer.currency),
  aging: presentAging(aging),
  aging_with_merged: presentAging(agingWithMerged),
})

const presentAging = (aging: AgingFigures) => ({
  currency: aging.currency,
  current: formatAmount(aging.current, aging.currency),
  days_30: formatAmount(aging.days_30, aging.currency),
  days_60: formatAmount(aging.days_60, aging.currency),
  days_90: formatAmount(aging.days_90, aging.currency),
  over_90: formatAmount(aging.over_90, aging.currency),
  total: formatAmount(aging.total, aging.currency),
})

export type CustomerReply = ReturnType<typeof presentCustomer>
export type CustomerDetailReply = ReturnType<typeof presentCustomerDetail>

/** Switches that a group has for its customers. */
export interface GroupSwitches {
  readonly remindersOn: boolean
  readonly statementsOn: boolean
  readonly lateFeesOn: boolean
  readonly autoPayOn: boolean
}

/** A group with its first members. */
export interface CustomerGroup extends GroupSwitches {
  readonly id: string
  readonly name: string
  readonly memberIds: readonly string[]
  readonly membersCount: number
  readonly createdAt: Date
}

/** Converts a group to the API's shape. */
export const presentGroup = (group: CustomerGroup) => ({
  pk: group.id,
  id: group.id,
  name: group.name,
  reminders_status: group.remindersOn,
  statements_status: group.statementsOn,
  late_fees_status: group.lateFeesOn,
  auto_pay_status: group.autoPayOn,
  memberships: [...group.memberIds],
  members_count: group.membersCount,
  created: group.createdAt.toISOString(),
})

export type GroupReply = ReturnType<typeof presentGroup>
