import type { ColumnType, Generated } from 'kysely'
import type { PaymentTerms } from '../../../domain/dates/terms.ts'
import type { Language } from '../../../domain/mails/languages.ts'
import type { EmailWithRole } from '../../../domain/people/email-roles.ts'
import type { DateText, Instant } from '../../platform/db/database.ts'
import type { MergedFields } from './rules/merged-fields.ts'
import type { Recipient } from './rules/recipient.ts'

export interface CustomersTable {
  account_id: string
  id: string
  short_name: string
  company_name: string
  is_active: boolean
  parent_id: string | null
  group_id: string | null
  currency: string
  terms: PaymentTerms | null
  email: string
  extra_emails: string[]
  /** Roles of further addresses that are not billing. */
  email_roles: ColumnType<readonly EmailWithRole[], string | undefined, string>
  primary_phone: string
  alternate_phone: string
  mobile_phone: string
  fax: string
  addressline1: string
  addressline2: string
  city: string
  state: string
  postal_code: string
  country: string
  notes: string
  reminders_on: boolean
  statements_on: boolean
  late_fees_on: boolean
  language: Language | null
  /** Hash of the last imported row, by which the same file is recognized. */
  import_fingerprint: Buffer | null
  created_at: Instant
  updated_at: Instant
  /** Personal data was replaced by a tombstone. */
  erased_at: Instant | null
  /** The customer that this duplicate turned out to be. */
  merged_into: string | null
}

export interface CustomerMergesTable {
  account_id: string
  id: string
  from_id: string
  into_id: string
  from_before: ColumnType<MergedFields, string, never>
  into_before: ColumnType<MergedFields, string, never>
  into_after: ColumnType<MergedFields, string, never>
  merged_at: Instant
  /** Null for a merge that was made in books. */
  merged_by: string | null
  /** Name of the accounting platform where it was made; null for one made here. */
  merged_in: string | null
  undone_at: Instant | null
}

/** Customers that were moved to a group at once, each with its former group. */
export interface GroupMovesTable {
  account_id: string
  id: string
  group_id: string | null
  customer_ids: string[]
  former_groups: (string | null)[]
  moved_at: Instant
  moved_by: string | null
  undone_at: Instant | null
}

interface CustomerNotesTable {
  account_id: string
  id: string
  customer_id: string
  text: string
  mentions: string[]
  written_by: string
  created_at: Instant
}

interface RetainedRecipientsTable {
  account_id: string
  customer_id: string
  keep_until: DateText
  recipient: ColumnType<Recipient, string, never>
  erased_by: string
}

export interface CustomerGroupsTable {
  account_id: string
  id: string
  name: string
  reminders_on: Generated<boolean>
  statements_on: Generated<boolean>
  late_fees_on: Generated<boolean>
  auto_pay_on: Generated<boolean>
  created_at: Instant
}

declare module '../../platform/db/database.ts' {
  interface Database {
    customers: CustomersTable
    customer_merges: CustomerMergesTable
    customer_notes: CustomerNotesTable
    group_moves: GroupMovesTable
    retained_recipients: RetainedRecipientsTable
    customer_groups: CustomerGroupsTable
  }
}
