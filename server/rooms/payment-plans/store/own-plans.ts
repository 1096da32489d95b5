import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { pageOf } from '../../../platform/db/window.ts'

export interface OwnPlanFilter {
  readonly customerId: string
  /** Part of an invoice's number; empty for all. */
  readonly search: string
}

const rows = (ctx: Ctx, { customerId, search }: OwnPlanFilter) => sql`
  from payment_plans p
    join payment_plan_invoices v on v.account_id = p.account_id and v.plan_id = p.id
    join invoices i on i.account_id = v.account_id and i.id = v.invoice_id and i.customer_id = p.customer_id
    join receivables r on r.account_id = v.account_id and r.invoice_id = v.invoice_id
  where p.account_id = ${ctx.accountId} and p.customer_id = ${customerId} and p.state in ('confirmed', 'defaulted', 'completed')
    and i.state <> 'void'
    ${search === '' ? sql`` : sql`and i.number ilike ${`%${search.replace(/[\\%_]/g, '\\$&')}%`}`}`

export async function countOwnPlans(ctx: Ctx, filter: OwnPlanFilter): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count ${rows(ctx, filter)}`.execute(
    ctx.db,
  )
  return found.rows[0]!.count
}

/** Days past due order as due dates do, the other way around. */
const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  number: sql`i.number_key`,
  total: sql`i.total_minor`,
  remaining: sql`r.remaining_minor`,
  date: sql`i.due_date`,
  days_past_due: sql`-(i.due_date - date '2000-01-01')`,
  payment_method: sql`p.charges_itself`,
  installments: sql`(select count(*) from payment_plan_installments n where n.account_id = p.account_id and n.plan_id = p.id)`,
}

/** Returns plans and their invoices, a row for each pair. */
export async function selectOwnPlans(
  ctx: Ctx,
  filter: OwnPlanFilter,
  page: {
    readonly column: string
    readonly direction: 'asc' | 'desc'
    readonly limit: number
    readonly offset: number
  },
): Promise<{ planId: string; invoiceId: string }[]> {
  const direction = page.direction === 'asc' ? sql`asc` : sql`desc`
  const found = await sql<{ planId: string; invoiceId: string }>`
    select p.id as "planId", i.id as "invoiceId" ${rows(ctx, filter)}
    order by ${ORDERS[page.column]!} ${direction}, i.id, p.id ${pageOf(page.limit, page.offset)}`.execute(
    ctx.db,
  )
  return found.rows
}
