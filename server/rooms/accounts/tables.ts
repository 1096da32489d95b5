import type { ColumnType, Generated } from 'kysely'
import type { FlagSettings } from '../../../domain/accounts/flags.ts'
import type { PlanGroup, PlanName } from '../../../domain/accounts/plans.ts'
import type { SubscriptionStatus } from '../../../domain/accounts/subscription.ts'
import type { DateFormat } from '../../../domain/dates/calendar.ts'
import type { PaymentTerms } from '../../../domain/dates/terms.ts'
import type { StaffRole } from '../../../domain/people/roles.ts'
import type { Instant } from '../../platform/db/database.ts'
import type { AccountingLink, AccountMessage, BillingSummary, ConnectedProcessor } from './rules.ts'

export interface AccountsTable {
  account_id: string
  account_type: 'local' | 'provider' | null
  currency: Generated<string>
  language: Generated<string>
  timezone: Generated<string>
  date_format: Generated<DateFormat>
  system_enabled: Generated<boolean>
  holding_on_weekend: Generated<boolean>
  /** ISO 3166 code; null holds nothing on holidays. */
  holiday_country: Generated<string | null>
  is_active: Generated<boolean>
  partial_payments: Generated<boolean>
  prepayments: Generated<boolean>
  save_methods_by_default: Generated<boolean>
  customers_may_promise: Generated<boolean>
  customers_may_dispute: Generated<boolean>
  promise_max_days: Generated<number>
  card_surcharge_ppm: Generated<number>
  e_check_surcharge_ppm: Generated<number>
  email_on_payment: Generated<boolean>
  un_subscribe_from_all_system_emails: Generated<boolean>
  use_legacy_reminders: Generated<boolean>
  default_terms: Generated<PaymentTerms>
  default_notes: Generated<string>
  is_demo: Generated<boolean>
  subscription_status: Generated<SubscriptionStatus>
  subscription_since: Instant | null
  trial_ends_at: Instant | null
  new_ui: Generated<boolean>
  second_factor_required: Generated<boolean>
  connected_processors: ColumnType<readonly ConnectedProcessor[], string | undefined, string>
  accounting_connection: ColumnType<AccountingLink | null, string | undefined, string>
  flags: ColumnType<FlagSettings, string | undefined, string>
  plan: PlanName | null
  plan_group: PlanGroup | null
  is_billed: Generated<boolean>
  billing: ColumnType<BillingSummary | null, string | null | undefined, string | null>
  canceled_at: Instant | null
  blocked: Generated<boolean>
  /** Closed by an owner, who can reopen it until `delete_at`. */
  closed_at: Instant | null
  delete_at: Instant | null
  closed_by: string | null
  account_messages: ColumnType<readonly AccountMessage[], string | undefined, string>
  created_at: Instant
}

export interface CompaniesTable {
  account_id: string
  id: string
  name: Generated<string>
  email: Generated<string>
  phone: Generated<string>
  website: Generated<string>
  description: Generated<string>
  addressline1: Generated<string>
  addressline2: Generated<string>
  addressline3: Generated<string>
  addressline4: Generated<string>
  city: Generated<string>
  state: Generated<string>
  postal_code: Generated<string>
  country: Generated<string>
  logo_file_id: string | null
  accent_color: Generated<string>
  customer_note: Generated<string>
  sale_terms: Generated<string>
  bank_account_name: Generated<string>
  bank_name: Generated<string>
  bank_routing_number: Generated<string>
  bank_account_number: Generated<string>
  bank_iban: Generated<string>
  bank_bic: Generated<string>
  check_payee: Generated<string>
  check_address: Generated<string>
}

export interface MembershipsTable {
  account_id: string
  user_id: string
  role: StaffRole
  created_at: Instant
  /** The account of the firm through which they work here; null for people of the company itself. */
  firm_id: string | null
  firm_name: string | null
}

export interface PortalPreferencesTable {
  account_id: string
  sub_domain: string
  default_sub_domain: string
  embed: Generated<boolean>
  allowed_embed_url: Generated<string>
  /** The account is closed. */
  closed: Generated<boolean>
}

interface ReleasedSubDomainsTable {
  sub_domain: string
  released_by: string
  released_at: Instant
}

declare module '../../platform/db/database.ts' {
  interface Database {
    accounts: AccountsTable
    companies: CompaniesTable
    memberships: MembershipsTable
    portal_preferences: PortalPreferencesTable
    released_sub_domains: ReleasedSubDomainsTable
  }
}
