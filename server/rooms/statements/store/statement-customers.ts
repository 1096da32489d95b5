import { sql } from 'kysely'
import { addressLines } from '../../../../domain/people/postal-address.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { type MarkOf, readMarks } from '../../email-addresses/index.ts'

/** A customer as statements see them. */
export interface StatementCustomer {
  readonly id: string
  readonly shortName: string
  readonly companyName: string
  readonly currency: string
  /** BCP 47 tag; null for the account's language. */
  readonly language: string | null
  readonly addressLines: readonly string[]
  /** Addresses without a mark, the main one first. */
  readonly addresses: readonly string[]
  /** False for an inactive customer, and when their own switch or the group's is off. */
  readonly wantsStatements: boolean
}

interface Row extends Omit<StatementCustomer, 'addressLines' | 'addresses'> {
  readonly email: string
  readonly extraEmails: string[]
  readonly addressline1: string
  readonly addressline2: string
  readonly city: string
  readonly state: string
  readonly postal_code: string
  readonly country: string
}

/**
 * Locks customers until the transaction ends, so that two workers do not write to one of them at once, and returns them as
 * `readStatementCustomers` does.
 */
export async function lockStatementCustomers(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StatementCustomer>> {
  await sql`select from customers where account_id = ${ctx.accountId} and id = any(${ids}::uuid[])
    order by id for no key update`.execute(ctx.db)
  return readStatementCustomers(ctx, ids)
}

/** Returns customers by id. */
export async function readStatementCustomers(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StatementCustomer>> {
  const { rows } = await sql<Row>`
    select k.id, k.short_name as "shortName", k.company_name as "companyName", k.currency, k.language, k.email,
      k.extra_emails as "extraEmails", k.addressline1, k.addressline2, k.city, k.state, k.postal_code, k.country,
      k.is_active and k.statements_on and coalesce(g.statements_on, true) as "wantsStatements"
    from customers k left join customer_groups g on g.account_id = k.account_id and g.id = k.group_id
    where k.account_id = ${ctx.accountId} and k.id = any(${ids}::uuid[])`.execute(ctx.db)
  const markOf = await readMarks(ctx, rows.flatMap(addressesOf))
  const { company } = await readAccountRow(ctx)
  return new Map(rows.map((row) => [row.id, toCustomer(row, markOf, company.address.country)]))
}

const addressesOf = ({ email, extraEmails }: Pick<Row, 'email' | 'extraEmails'>): string[] =>
  [email, ...extraEmails].filter((address) => address !== '')

const toCustomer = (row: Row, markOf: MarkOf, home: string): StatementCustomer => ({
  id: row.id,
  shortName: row.shortName,
  companyName: row.companyName,
  currency: row.currency,
  language: row.language,
  wantsStatements: row.wantsStatements,
  addressLines: addressLines({ ...row, addressline3: '', addressline4: '' }, home),
  addresses: addressesOf(row).filter((address) => markOf(address) === null),
})

/** Counts the customers that a run goes through. */
export async function countStatementCustomers(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from customers where account_id = ${ctx.accountId}`.execute(ctx.db)
  return rows[0]!.count
}

/** Returns the next customers of a run in the order of their ids. */
export async function selectStatementCustomers(
  ctx: Ctx,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from customers
    where account_id = ${ctx.accountId} ${after === null ? sql`` : sql`and id > ${after}`}
    order by id limit ${limit}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
