import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'

export interface Debtor {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly owedMinor: bigint
}

/** Returns what these customers owe who are active here, a row for each currency. */
export async function activeDebtors(ctx: Ctx, ids: readonly string[]): Promise<Debtor[]> {
  if (ids.length === 0) return []
  const result = await sql<Debtor>`
    select c.id, c.short_name as name, b.currency, b.owed_minor as "owedMinor"
    from customers c join customer_balances b on b.account_id = c.account_id and b.customer_id = c.id
    where c.account_id = ${ctx.accountId} and c.id = any(${ids}::uuid[]) and c.is_active and b.owed_minor > 0
    order by c.short_name, c.id, b.currency`.execute(ctx.db)
  return result.rows
}

/** Closes the conflicts about customers who are active again or owe nothing any more. */
export async function settleRetired(ctx: Ctx): Promise<void> {
  await sql`
    update accounting_conflicts f set closed_at = ${asDate(ctx.now)}::timestamptz
    where f.account_id = ${ctx.accountId} and f.kind = 'customer_gone' and f.closed_at is null and not exists (
      select from customers c join customer_balances b on b.account_id = c.account_id and b.customer_id = c.id
      where c.account_id = f.account_id and c.id = f.subject_id and not c.is_active and b.owed_minor > 0)`.execute(
    ctx.db,
  )
}
