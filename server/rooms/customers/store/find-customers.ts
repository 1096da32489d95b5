import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Customer } from '../rules.ts'
import type { CustomersTable } from '../tables.ts'
import { toCustomer } from './customers.ts'

/** By what a file names a customer. Either may be empty. */
export interface CustomerKeys {
  readonly name: string
  readonly email: string
}

export interface CustomerMatch extends Customer {
  readonly fingerprint: Buffer | null
  readonly by: 'email' | 'short_name' | 'company_name'
  /** True when an invoice or a ledger entry fixes the currency. */
  readonly currencyFixed: boolean
}

/** More than these with one address or name are no help to anybody. */
const MOST_MATCHES = 5

type FoundRow = Selectable<CustomersTable> & { n: string; by: CustomerMatch['by']; currency_fixed: boolean }

/**
 * For each pair of keys the customers who have that email address, short name or company name, letters' case aside.
 * One statement for any number of keys. A customer who matches in several ways is returned for each of them.
 */
export async function findCustomersByKeys(
  ctx: Ctx,
  keys: readonly CustomerKeys[],
): Promise<CustomerMatch[][]> {
  const found: CustomerMatch[][] = keys.map(() => [])
  if (keys.length === 0) return found
  const account = ctx.accountId
  const limit = sql.lit(MOST_MATCHES)
  const rows = await sql<FoundRow>`
    with k as (
      select n, lower(name) as name, lower(email) as email
      from unnest(${keys.map((key) => key.name)}::text[], ${keys.map((key) => key.email)}::text[]) with ordinality u(name, email, n)
    ), hits as (
      select k.n, m.id, 'email' as by from k cross join lateral (
        select c.id from customers c where c.account_id = ${account} and c.email = k.email and k.email <> ''
        order by c.id limit ${limit}) m
      union all
      select k.n, m.id, 'short_name' from k cross join lateral (
        select c.id from customers c where c.account_id = ${account} and c.name_key = k.name and k.name <> ''
        order by c.id limit ${limit}) m
      union all
      select k.n, m.id, 'company_name' from k cross join lateral (
        select c.id from customers c where c.account_id = ${account} and c.company_key = k.name and k.name <> ''
        order by c.id limit ${limit}) m
    )
    select hits.n, hits.by, c.*,
      exists (select from invoices i where i.account_id = c.account_id and i.customer_id = c.id)
        or exists (select from ledger_entries e where e.account_id = c.account_id and e.customer_id = c.id) as currency_fixed
    from hits join customers c on c.account_id = ${account} and c.id = hits.id
    order by hits.n, c.id`.execute(ctx.db)
  for (const row of rows.rows) {
    found[Number(row.n) - 1]!.push({
      ...toCustomer(row),
      by: row.by,
      fingerprint: row.import_fingerprint,
      currencyFixed: row.currency_fixed,
    })
  }
  return found
}
