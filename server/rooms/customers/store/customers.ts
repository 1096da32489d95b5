import { type Selectable, sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import type { Customer, CustomerFields } from '../rules.ts'
import type { CustomersTable } from '../tables.ts'

export interface CustomerToWrite extends CustomerFields {
  readonly id: string
  readonly fingerprint?: Buffer | null
}

export const toCustomer = (row: Selectable<CustomersTable>): Customer => ({
  id: row.id,
  shortName: row.short_name,
  companyName: row.company_name,
  isActive: row.is_active,
  parentId: row.parent_id,
  groupId: row.group_id,
  currency: row.currency,
  terms: row.terms,
  email: row.email,
  extraEmails: row.extra_emails,
  emailRoles: row.email_roles.map(({ email, role }) => ({ email, role })),
  primaryPhone: row.primary_phone,
  alternatePhone: row.alternate_phone,
  mobilePhone: row.mobile_phone,
  fax: row.fax,
  addressline1: row.addressline1,
  addressline2: row.addressline2,
  city: row.city,
  state: row.state,
  postalCode: row.postal_code,
  country: row.country,
  notes: row.notes,
  remindersOn: row.reminders_on,
  statementsOn: row.statements_on,
  lateFeesOn: row.late_fees_on,
  language: row.language,
  createdAt: row.created_at,
  erasedAt: row.erased_at,
  mergedInto: row.merged_into,
})

const toRow = (customer: CustomerToWrite) => ({
  id: customer.id,
  short_name: customer.shortName,
  company_name: customer.companyName,
  is_active: customer.isActive,
  parent_id: customer.parentId,
  group_id: customer.groupId,
  currency: customer.currency,
  terms: customer.terms,
  email: customer.email,
  extra_emails: customer.extraEmails,
  email_roles: customer.emailRoles,
  primary_phone: customer.primaryPhone,
  alternate_phone: customer.alternatePhone,
  mobile_phone: customer.mobilePhone,
  fax: customer.fax,
  addressline1: customer.addressline1,
  addressline2: customer.addressline2,
  city: customer.city,
  state: customer.state,
  postal_code: customer.postalCode,
  country: customer.country,
  notes: customer.notes,
  reminders_on: customer.remindersOn,
  statements_on: customer.statementsOn,
  late_fees_on: customer.lateFeesOn,
  language: customer.language,
  fingerprint: customer.fingerprint?.toString('hex') ?? null,
})

const COLUMNS = sql.raw(`short_name, company_name, is_active, parent_id, group_id, currency, terms, email,
  extra_emails, email_roles, primary_phone, alternate_phone, mobile_phone, fax, addressline1, addressline2, city, state, postal_code, country,
  notes, reminders_on, statements_on, late_fees_on, language`)

const given = (
  customers: readonly CustomerToWrite[],
) => sql`jsonb_to_recordset(${JSON.stringify(customers.map(toRow))}::jsonb) as r(
  id uuid, short_name text, company_name text, is_active boolean, parent_id uuid, group_id uuid, currency text, terms text, email text,
  extra_emails text[], email_roles jsonb, primary_phone text, alternate_phone text, mobile_phone text, fax text, addressline1 text,
  addressline2 text, city text, state text, postal_code text, country text, notes text, reminders_on boolean,
  statements_on boolean, late_fees_on boolean, language text, fingerprint text)`

/** Inserts any number of customers in one statement. */
export async function insertCustomers(ctx: Ctx, customers: readonly CustomerToWrite[]): Promise<void> {
  if (customers.length === 0) return
  const now = asDate(ctx.now)
  await sql`
    insert into customers (account_id, id, ${COLUMNS}, import_fingerprint, created_at, updated_at)
    select here.account_id, r.id, ${COLUMNS}, decode(r.fingerprint, 'hex'), ${now}, ${now}
    from ${here(ctx.accountId)}, ${given(customers)}`.execute(ctx.db)
}

/** Updates any number of customers in one statement. An import fingerprint that is not given stays. */
export async function updateCustomers(ctx: Ctx, customers: readonly CustomerToWrite[]): Promise<void> {
  if (customers.length === 0) return
  await sql`
    update customers c set (${COLUMNS}, import_fingerprint, updated_at) =
      (r.short_name, r.company_name, r.is_active, r.parent_id, r.group_id, r.currency, r.terms, r.email, r.extra_emails, r.email_roles,
       r.primary_phone, r.alternate_phone, r.mobile_phone, r.fax, r.addressline1, r.addressline2, r.city, r.state,
       r.postal_code, r.country, r.notes, r.reminders_on, r.statements_on, r.late_fees_on, r.language,
       coalesce(decode(r.fingerprint, 'hex'), c.import_fingerprint), ${asDate(ctx.now)})
    from ${given(customers)} where c.account_id = ${ctx.accountId} and c.id = r.id`.execute(ctx.db)
}

export async function findCustomer(ctx: Ctx, id: string): Promise<Customer | null> {
  const row = await selectOne(ctx, id).executeTakeFirst()
  return row ? toCustomer(row) : null
}

/**
 * Locks a customer until the transaction ends: `share` lets others read and invoice but not change them,
 * `update` blocks both.
 */
export async function lockCustomer(ctx: Ctx, id: string, mode: 'share' | 'update'): Promise<Customer | null> {
  const query = selectOne(ctx, id)
  const row = await (mode === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst()
  return row ? toCustomer(row) : null
}

export async function lockCustomers(ctx: Ctx, ids: readonly string[]): Promise<Map<string, Customer>> {
  const rows = await ctx.db
    .selectFrom('customers')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, toCustomer(row)]))
}

const selectOne = (ctx: Ctx, id: string) =>
  ctx.db.selectFrom('customers').selectAll().where('account_id', '=', ctx.accountId).where('id', '=', id)

/** Returns the customers with an invoice, drafts included, or a ledger entry. Their currency is fixed. */
export async function withInvoices(ctx: Ctx, ids: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ id: string }>`
    select c.id from unnest(${ids}::uuid[]) c(id)
    where exists (select from invoices i where i.account_id = ${ctx.accountId} and i.customer_id = c.id)
      or exists (select from ledger_entries e where e.account_id = ${ctx.accountId} and e.customer_id = c.id)`.execute(
    ctx.db,
  )
  return new Set(found.rows.map((row) => row.id))
}

/**
 * Locks changes of parents in this account until the transaction ends, because two parallel changes could
 * close a circle.
 */
export async function lockParents(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`customers.parents ${ctx.accountId}`}, 0))`.execute(
    ctx.db,
  )
}

/** Returns the ids from a customer upward, the customer first. Empty when there is no such customer. */
export async function ancestorsOf(ctx: Ctx, id: string): Promise<string[]> {
  const found = await sql<{ id: string }>`
    with recursive above (id, parent_id) as (
      select c.id, c.parent_id from customers c where c.account_id = ${ctx.accountId} and c.id = ${id}
      union
      select c.id, c.parent_id from customers c join above a on c.id = a.parent_id where c.account_id = ${ctx.accountId}
    ) select id from above`.execute(ctx.db)
  return found.rows.map((row) => row.id)
}

/** Returns the parents of these customers and of everybody above them. */
export async function parentsAbove(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map()
  const found = await sql<{ id: string; parent_id: string | null }>`
    with recursive above (id, parent_id) as (
      select c.id, c.parent_id from customers c where c.account_id = ${ctx.accountId} and c.id = any(${ids}::uuid[])
      union
      select c.id, c.parent_id from customers c join above a on c.id = a.parent_id where c.account_id = ${ctx.accountId}
    ) select id, parent_id from above`.execute(ctx.db)
  return new Map(found.rows.map((row) => [row.id, row.parent_id]))
}

/** Forgets which of a customer's addresses had a role, with the addresses. */
export async function forgetEmailRoles(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('customers')
    .set({ email_roles: '[]' })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}
