import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Customer } from '../rules.ts'
import { toCustomer } from './customers.ts'

/** Keys of a customer in a file. Either may be empty. */
export interface CustomerKeys {
  readonly name: string
  readonly email: string
}

export interface CustomerMatch extends Customer {
  readonly by: 'email' | 'short_name' | 'company_name'
  readonly groupName: string | null
  /** Hash of the last imported row. */
  readonly fingerprint: Buffer | null
}

/** More matches of one address or name would not help to choose. */
const MAX_MATCHES = 5

/**
 * Returns, for each pair of keys, the customers with that email address, short name or company name,
 * ignoring case. Runs two statements for any number of keys. A customer who matches in several ways is
 * returned once for each.
 */
export async function findCustomersByKeys(
  ctx: Ctx,
  keys: readonly CustomerKeys[],
): Promise<CustomerMatch[][]> {
  const found: CustomerMatch[][] = keys.map(() => [])
  const hits = keys.length === 0 ? [] : await findHits(ctx, keys)
  if (hits.length === 0) return found
  const rows = await ctx.db
    .selectFrom('customers as c')
    .leftJoin('customer_groups as g', (join) =>
      join.onRef('g.account_id', '=', 'c.account_id').onRef('g.id', '=', 'c.group_id'),
    )
    .selectAll('c')
    .select('g.name as group_name')
    .where('c.account_id', '=', ctx.accountId)
    .where('c.id', '=', sql<string>`any(${[...new Set(hits.map((hit) => hit.id))]}::uuid[])`)
    .execute()
  const byId = new Map(
    rows.map((row) => [
      row.id,
      { ...toCustomer(row), groupName: row.group_name, fingerprint: row.import_fingerprint },
    ]),
  )
  for (const { n, id, by } of hits) found[Number(n) - 1]!.push({ ...byId.get(id)!, by })
  return found
}

interface Hit {
  readonly n: bigint
  readonly id: string
  readonly by: CustomerMatch['by']
}

async function findHits(ctx: Ctx, keys: readonly CustomerKeys[]): Promise<Hit[]> {
  const names = keys.map((key) => key.name)
  const emails = keys.map((key) => key.email)
  const hitsBy = (by: CustomerMatch['by'], column: string, key: string) => sql`
    select k.n, m.id, ${sql.lit(by)} as by from k cross join lateral (
      select c.id from customers c where c.account_id = ${ctx.accountId} and c.${sql.raw(column)} = k.${sql.raw(key)}
      order by c.id limit ${sql.lit(MAX_MATCHES)}) m
    where k.${sql.raw(key)} <> ''`
  const result = await sql<Hit>`
    with k as materialized (
      select n, lower(name) as name, lower(email) as email
      from unnest(${names}::text[], ${emails}::text[]) with ordinality u(name, email, n)
    )
    ${hitsBy('email', 'email', 'email')} union all ${hitsBy('short_name', 'name_key', 'name')}
    union all ${hitsBy('company_name', 'company_key', 'name')}`.execute(ctx.db)
  return result.rows
}
