import { sql, type Updateable } from 'kysely'
import type { FlagSettings } from '../../../../domain/accounts/flags.ts'
import type { PlanGroup, PlanName } from '../../../../domain/accounts/plans.ts'
import type { SubscriptionStatus } from '../../../../domain/accounts/subscription.ts'
import type { DateFormat } from '../../../../domain/dates/calendar.ts'
import type { PaymentTerms } from '../../../../domain/dates/terms.ts'
import type { BankDetails } from '../../../../domain/payments/bank-details.ts'
import { asDate } from '../../../platform/clock.ts'
import type { BaseCtx, Ctx } from '../../../platform/context.ts'
import {
  type Account,
  type AccountingLink,
  type AccountMessage,
  type BillingSummary,
  type ConnectedProcessor,
  type PostalAddress,
  subscriptionThatCounts,
  typeUnlessChosen,
} from '../rules.ts'
import type { AccountsTable, CompaniesTable } from '../tables.ts'

export interface AccountRow extends PostalAddress {
  account_id: string
  account_type: 'local' | 'provider' | null
  currency: string
  language: string
  timezone: string
  date_format: DateFormat
  system_enabled: boolean
  holding_on_weekend: boolean
  holiday_country: string | null
  is_active: boolean
  partial_payments: boolean
  prepayments: boolean
  save_methods_by_default: boolean
  customers_may_promise: boolean
  customers_may_dispute: boolean
  promise_max_days: number
  card_surcharge_ppm: number
  e_check_surcharge_ppm: number
  email_on_payment: boolean
  un_subscribe_from_all_system_emails: boolean
  use_legacy_reminders: boolean
  default_terms: PaymentTerms
  default_notes: string
  is_demo: boolean
  subscription_status: SubscriptionStatus
  subscription_since: Date | null
  trial_ends_at: Date | null
  new_ui: boolean
  second_factor_required: boolean
  connected_processors: readonly ConnectedProcessor[]
  accounting_connection: AccountingLink | null
  flags: FlagSettings
  plan: PlanName | null
  plan_group: PlanGroup | null
  is_billed: boolean
  billing: BillingSummary | null
  canceled_at: Date | null
  blocked: boolean
  closed_at: Date | null
  delete_at: Date | null
  account_messages: readonly AccountMessage[]
  created_at: Date
  company_id: string
  name: string
  email: string
  phone: string
  website: string
  description: string
  logo_file_id: string | null
  accent_color: string
  customer_note: string
  sale_terms: string
  bank: BankDetails
  sub_domain: string
  default_sub_domain: string
  embed: boolean
}

/** Columns and tables of an AccountRow, for queries over several accounts. */
export const ACCOUNT_ROWS = sql`
  select a.account_id, a.account_type, a.currency, a.language, a.timezone, a.date_format, a.system_enabled, a.holding_on_weekend,
    a.holiday_country, a.is_active, a.partial_payments, a.prepayments, a.save_methods_by_default,
    a.customers_may_promise, a.customers_may_dispute,
    a.promise_max_days, a.card_surcharge_ppm, a.e_check_surcharge_ppm, a.email_on_payment,
    a.un_subscribe_from_all_system_emails, a.use_legacy_reminders, a.default_terms, a.default_notes, a.is_demo,
    a.subscription_status, a.subscription_since, a.trial_ends_at, a.new_ui, a.second_factor_required, a.connected_processors, a.accounting_connection, a.flags, a.plan, a.plan_group,
    a.is_billed, a.billing, a.canceled_at, a.blocked, a.closed_at, a.delete_at, a.account_messages, a.created_at, c.id as company_id, c.name, c.email, c.phone, c.website, c.description, c.addressline1, c.addressline2,
    c.addressline3, c.addressline4, c.city, c.state, c.postal_code, c.country, c.logo_file_id,
    c.accent_color, c.customer_note, c.sale_terms, json_build_object('account_name', c.bank_account_name, 'bank_name', c.bank_name,
      'routing_number', c.bank_routing_number, 'account_number', c.bank_account_number, 'iban', c.bank_iban, 'bic', c.bank_bic,
      'check_payee', c.check_payee, 'check_address', c.check_address) as bank,
    p.sub_domain, p.default_sub_domain, p.embed
  from accounts a join companies c on c.account_id = a.account_id join portal_preferences p on p.account_id = a.account_id`

export const toAccount = ({ app }: BaseCtx, row: AccountRow): Account => ({
  id: row.account_id,
  type: row.account_type ?? typeUnlessChosen(app.config.flags, row.flags),
  currency: row.currency,
  language: row.language,
  timezone: row.timezone,
  dateFormat: row.date_format,
  systemEnabled: row.system_enabled,
  holdingOnWeekend: row.holding_on_weekend,
  holidayCountry: row.holiday_country,
  isActive: row.is_active,
  partialPayments: row.partial_payments,
  prepayments: row.prepayments,
  saveMethodsByDefault: row.save_methods_by_default,
  customersMayPromise: row.customers_may_promise,
  customersMayDispute: row.customers_may_dispute,
  promiseMaxDays: row.promise_max_days,
  cardSurchargePpm: row.card_surcharge_ppm,
  eCheckSurchargePpm: row.e_check_surcharge_ppm,
  emailOnPayment: row.email_on_payment,
  noSystemEmails: row.un_subscribe_from_all_system_emails,
  usesLegacyReminders: row.use_legacy_reminders,
  defaultTerms: row.default_terms,
  defaultNotes: row.default_notes,
  isDemo: row.is_demo,
  subscription: {
    ...subscriptionThatCounts(app.config.billing !== null, {
      status: row.subscription_status,
      trialEndsAt: row.trial_ends_at,
      isBilled: row.is_billed,
    }),
    sinceMs: (row.subscription_since ?? row.created_at).getTime(),
  },
  ...standingOf(app.config.billing !== null, row),
  newUi: row.new_ui,
  secondFactorRequired: row.second_factor_required,
  connectedProcessors: row.connected_processors,
  accounting: row.accounting_connection,
  flags: row.flags,
  createdAtMs: row.created_at.getTime(),
  subDomain: row.sub_domain,
  defaultSubDomain: row.default_sub_domain,
  embed: row.embed,
  company: {
    id: row.company_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    website: row.website,
    description: row.description,
    logoFileId: row.logo_file_id,
    accentColor: row.accent_color,
    customerNote: row.customer_note,
    saleTerms: row.sale_terms,
    bank: row.bank,
    address: addressOf(row),
  },
})

const standingOf = (isSelling: boolean, row: AccountRow) => ({
  plan: isSelling ? row.plan : null,
  planGroup: row.plan_group,
  billing: row.billing,
  canceledAtMs: row.canceled_at?.getTime() ?? null,
  blocked: row.blocked,
  closing:
    row.closed_at && row.delete_at
      ? { atMs: row.closed_at.getTime(), deleteAtMs: row.delete_at.getTime() }
      : null,
  messages: row.account_messages,
})

function addressOf(row: PostalAddress): PostalAddress {
  const { addressline1, addressline2, addressline3, addressline4, city, state, postal_code, country } = row
  return { addressline1, addressline2, addressline3, addressline4, city, state, postal_code, country }
}

// Nearly every action needs its account, often several times, so it is cached per transaction.
const known = new WeakMap<object, { accountId: string; account: Promise<Account> }>()

/** Returns the transaction's account. */
export function readAccountRow(ctx: Ctx): Promise<Account> {
  const remembered = known.get(ctx.db)
  if (remembered?.accountId === ctx.accountId) return remembered.account
  const account = selectAccount(ctx)
  known.set(ctx.db, { accountId: ctx.accountId, account })
  return account
}

/** Clears the cached account after a change. */
export function forgetAccountRow(ctx: Ctx): void {
  known.delete(ctx.db)
}

async function selectAccount(ctx: Ctx): Promise<Account> {
  const result = await sql<AccountRow>`${ACCOUNT_ROWS} where a.account_id = ${ctx.accountId}`.execute(ctx.db)
  return toAccount(ctx, result.rows[0]!)
}

export interface NewAccount {
  readonly id: string
  readonly companyId: string
  readonly subDomain: string
  readonly createdAtMs: number
  readonly settings: Updateable<AccountsTable>
  readonly company: Updateable<CompaniesTable>
}

/** Requires that the transaction has entered the new account. */
export async function insertAccount(ctx: Ctx, account: NewAccount): Promise<void> {
  await ctx.db
    .insertInto('accounts')
    .values({
      account_type: typeUnlessChosen(ctx.app.config.flags),
      ...account.settings,
      account_id: ctx.accountId,
      created_at: asDate(account.createdAtMs),
    })
    .execute()
  await ctx.db
    .insertInto('companies')
    .values({ ...account.company, account_id: ctx.accountId, id: account.companyId })
    .execute()
  await ctx.db
    .insertInto('portal_preferences')
    .values({
      account_id: ctx.accountId,
      sub_domain: account.subDomain,
      default_sub_domain: account.subDomain,
    })
    .execute()
}

export async function changeSettings(ctx: Ctx, changes: Updateable<AccountsTable>): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await ctx.db.updateTable('accounts').set(changes).where('account_id', '=', ctx.accountId).execute()
  forgetAccountRow(ctx)
}

export async function changeCompany(ctx: Ctx, changes: Updateable<CompaniesTable>): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await ctx.db.updateTable('companies').set(changes).where('account_id', '=', ctx.accountId).execute()
  forgetAccountRow(ctx)
}

/** False when a type was chosen before. */
export async function setTypeOnce(ctx: Ctx, type: 'local' | 'provider'): Promise<boolean> {
  const row = await ctx.db
    .updateTable('accounts')
    .set({ account_type: type })
    .where('account_id', '=', ctx.accountId)
    .where('account_type', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  forgetAccountRow(ctx)
  return row !== undefined
}

/** Replaces the logo and returns the former file id. Locks the company against parallel replacements. */
export async function swapLogo(ctx: Ctx, fileId: string | null): Promise<string | null> {
  const before = await ctx.db
    .selectFrom('companies')
    .select('logo_file_id')
    .where('account_id', '=', ctx.accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await changeCompany(ctx, { logo_file_id: fileId })
  return before.logo_file_id
}

export async function readLogoFileId(ctx: Ctx): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('companies')
    .select('logo_file_id')
    .where('account_id', '=', ctx.accountId)
    .executeTakeFirst()
  return row?.logo_file_id ?? null
}

/** Returns whether anything is booked, which fixes the currency. */
export async function hasLedgerEntries(ctx: Ctx): Promise<boolean> {
  const result = await sql<{ booked: boolean }>`
    select exists (select 1 from ledger_heads where account_id = ${ctx.accountId} and sequence > 0) as booked`.execute(
    ctx.db,
  )
  return result.rows[0]!.booked
}

/** Returns the ids of all active accounts, oldest first. Needs the setting app.scheduler. */
export async function selectAccountIds(ctx: BaseCtx): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('accounts')
    .select('account_id')
    .where('is_active', '=', true)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => row.account_id)
}
