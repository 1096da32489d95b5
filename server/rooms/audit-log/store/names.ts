import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Names, RecordName } from '../rules/describe-entry.ts'

/**
 * Returns the current names of records of any kind by id, in one statement. Deleted records are missing, and
 * so are people who left: the company that they left sees their recorded names.
 */
export async function namesOf(ctx: Ctx, ids: ReadonlySet<string>): Promise<Names> {
  if (ids.size === 0) return new Map()
  const here = sql`t.account_id = ${ctx.accountId} and t.id = any(${[...ids]}::uuid[])`
  const none = sql`null::text as currency, null::bigint as "totalMinor"`
  const result = await sql<RecordName>`
    select 'invoice' as kind, t.id, t.number as label, t.currency, t.total_minor as "totalMinor" from invoices t where ${here}
    union all
    select 'payment', t.id, t.number, t.currency, t.amount_minor + t.surcharge_minor from payments t where ${here}
    union all
    select 'credit_memo', t.id, t.number, t.currency, t.total_minor from credit_memos t where ${here}
    union all
    select 'customer', t.id, t.short_name, t.currency, null from customers t where ${here}
    union all
    select t.kind || '-import', t.id, t.file_name, ${none} from import_runs t where ${here}
    union all
    select 'payment_plan', t.plan_id, string_agg(i.number, ', ' order by t.position), ${none}
    from payment_plan_invoices t join invoices i on i.account_id = t.account_id and i.id = t.invoice_id
    where t.account_id = ${ctx.accountId} and t.plan_id = any(${[...ids]}::uuid[]) group by t.plan_id
    union all
    select 'payment_case', t.id, '', ${none} from payment_cases t where ${here}
    union all
    select 'portal_user', t.id, t.email, ${none} from portal_users t where ${here}
    union all
    select 'user', t.id, coalesce(nullif(trim(t.first_name || ' ' || t.last_name), ''), t.email), ${none}
    from memberships m join users t on t.id = m.user_id
    where m.account_id = ${ctx.accountId} and t.id = any(${[...ids]}::uuid[])`.execute(ctx.db)
  return new Map(result.rows.map((row) => [row.id, row]))
}
