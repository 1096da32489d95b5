import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { DuplicateCustomer, RelatedCustomer } from '../rules/present-related.ts'

/** Returns the duplicates that were merged into a customer, by name. */
export const selectDuplicates = (ctx: Ctx, intoId: string): Promise<DuplicateCustomer[]> =>
  selectRelated(ctx, sql`c.merged_into = ${intoId}`, sql`c.name_key, c.id`)

/** Returns the customers that belong to one, its duplicates left out: those who owe most, and how many there are. */
export async function selectChildren(
  ctx: Ctx,
  parentId: string,
  most: number,
): Promise<{ children: RelatedCustomer[]; count: number }> {
  const belongs = sql`c.parent_id = ${parentId} and c.merged_into is distinct from ${parentId}`
  const children = await selectRelated(ctx, belongs, sql`"owedMinor" desc, c.name_key, c.id limit ${most}`)
  if (children.length < most) return { children, count: children.length }
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from customers c where c.account_id = ${ctx.accountId} and ${belongs}`.execute(
    ctx.db,
  )
  return { children, count: counted.rows[0]!.count }
}

async function selectRelated(
  ctx: Ctx,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<DuplicateCustomer[]> {
  const result = await sql<DuplicateCustomer>`
    select c.id, c.short_name as "shortName", c.currency, coalesce(b.owed_minor, 0)::bigint as "owedMinor",
      (select count(*)::int from receivables r
        where r.account_id = c.account_id and r.customer_id = c.id and r.remaining_minor > 0) as "openInvoices",
      (coalesce(b.unapplied_minor, 0) + (select coalesce(sum(d.remaining_minor), 0) from credit_balances d
        where d.account_id = c.account_id and d.customer_id = c.id and d.currency = c.currency
          and d.remaining_minor > 0))::bigint as "creditMinor",
      (select m.merged_in from customer_merges m
        where m.account_id = c.account_id and m.from_id = c.id and m.undone_at is null
        order by m.merged_at desc limit 1) as "mergedIn"
    from customers c left join customer_balances b
      on b.account_id = c.account_id and b.customer_id = c.id and b.currency = c.currency
    where c.account_id = ${ctx.accountId} and ${condition} order by ${order}`.execute(ctx.db)
  return result.rows
}
