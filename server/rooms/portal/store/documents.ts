import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { AgingBucket } from '../../../../domain/invoices/aging.ts'
import type { Ctx } from '../../../platform/context.ts'
import { likePattern } from '../../../platform/db/search.ts'
import { nearerEnd, pageOf } from '../../../platform/db/window.ts'
import type { CountedMatch, Match } from '../../invoices/index.ts'
import { bucketCondition } from '../../ledger/index.ts'

export interface PortalInvoice {
  readonly id: string
  readonly number: string
  readonly transaction_type: string
  readonly currency: string
  readonly invoice_date: CalendarDate
  readonly due_date: CalendarDate
  readonly total_minor: bigint
  readonly remaining_minor: bigint
  /** Amount in flight: reserved by payments that do not wait for the payer's next step. */
  readonly on_its_way_minor: bigint
  /** Its confirmed or defaulted payment plan; nulls without one. */
  readonly plan_id: string | null
  readonly plan_state: 'confirmed' | 'defaulted' | null
}

export interface DocumentsQuery {
  readonly customerId: string
  readonly column: string
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

const INVOICE_ORDERS: Record<string, RawBuilder<unknown>> = {
  number: sql`i.number_key`,
  invoice_date: sql`i.invoice_date`,
  due_date: sql`i.due_date`,
  total: sql`i.total_minor`,
}

/** A distributed database wants the account in the subquery too, and not by a reference to the joined row. */
const invoiceColumns = ({
  accountId,
}: Ctx) => sql`i.id, i.number, i.transaction_type, i.currency, i.invoice_date, i.due_date, i.total_minor,
  coalesce(r.remaining_minor, 0) as remaining_minor, pp.id as plan_id, pp.state as plan_state,
  case when r.reserved_minor > 0 then (select coalesce(sum(a.amount_minor), 0)::bigint
    from payment_allocations a join payments p on p.account_id = a.account_id and p.id = a.payment_id
    where a.account_id = ${accountId} and a.invoice_id = i.id and a.state = 'reserved'
      and not (p.status = 'input' and p.next_step is not null)) else 0 end as on_its_way_minor`

const planJoin = sql`
  left join payment_plan_invoices pv on pv.account_id = i.account_id and pv.invoice_id = i.id and pv.is_live
  left join payment_plans pp on pp.account_id = pv.account_id and pp.id = pv.plan_id and pp.state <> 'proposed'`

const sqlOf = (direction: 'asc' | 'desc') => (direction === 'asc' ? sql`asc` : sql`desc`)

/**
 * Returns a page of a customer's invoices that were sent and are neither void nor written off. Each of these
 * has a receivable. With a known count, a page in the second half is read from the end.
 */
export async function selectPortalInvoices(
  ctx: Ctx,
  query: DocumentsQuery,
  found: Match | null,
  count = Number.POSITIVE_INFINITY,
): Promise<PortalInvoice[]> {
  const way = nearerEnd(query, count)
  if (!way) return []
  const ascending = (query.direction === 'asc') !== way.fromEnd
  const read = { ...query, ...way, direction: ascending ? ('asc' as const) : ('desc' as const) }
  const statement = query.column === 'remaining' ? byRemaining(ctx, read, found) : inOrder(ctx, read, found)
  const { rows } = await sql<PortalInvoice>`${statement}`.execute(ctx.db)
  return way.fromEnd ? rows.reverse() : rows
}

function inOrder(ctx: Ctx, query: DocumentsQuery, found: Match | null): RawBuilder<unknown> {
  const direction = sqlOf(query.direction)
  return sql`
    select ${invoiceColumns(ctx)} from invoices i left join receivables r on r.account_id = i.account_id and r.invoice_id = i.id${planJoin}
    where ${ownInvoices(ctx, query.customerId, found)}
    order by ${INVOICE_ORDERS[query.column] ?? INVOICE_ORDERS.invoice_date!} ${direction}, i.id ${direction}
    ${pageOf(query.limit, query.offset)}`
}

/**
 * Orders by the remaining amount, which only receivables have. A subquery per row checks visibility, because
 * the planner would otherwise first join all receivables of a customer with all their invoices.
 */
function byRemaining(ctx: Ctx, query: DocumentsQuery, found: Match | null): RawBuilder<unknown> {
  const direction = sqlOf(query.direction)
  return sql`
    select ${invoiceColumns(ctx)}
    from (
      select r.* from receivables r
      where r.account_id = ${ctx.accountId} and r.customer_id = ${query.customerId}
        ${found === null ? sql`` : sql`and ${found.amongOwed}`}
        and (select i.state = 'open' from invoices i where i.account_id = r.account_id and i.id = r.invoice_id)
      order by r.remaining_minor ${direction}, r.invoice_id ${direction} ${pageOf(query.limit, query.offset)}) r
      join invoices i on i.account_id = r.account_id and i.id = r.invoice_id${planJoin}
    order by r.remaining_minor ${direction}, r.invoice_id ${direction}`
}

const ownInvoices = (ctx: Ctx, customerId: string, found: Match | null) => sql<boolean>`
  i.account_id = ${ctx.accountId} and i.customer_id = ${customerId} and i.state = 'open'
  ${found === null ? sql`` : sql`and ${found.amongInvoices}`}`

/** Returns the number of invoices: from the counters without a search, counted otherwise unless the search knows it. */
export async function countPortalInvoices(
  ctx: Ctx,
  customerId: string,
  found: CountedMatch | null,
): Promise<number> {
  if (found !== null && found.openCount !== null) return found.openCount
  const count =
    found === null
      ? sql`select coalesce(sum(t.invoices), 0)::int as count from invoice_tallies t
          where t.account_id = ${ctx.accountId} and t.scope_id = ${customerId} and t.kind = 'open'`
      : sql`select count(*)::int as count from invoices i where ${ownInvoices(ctx, customerId, found)}`
  const result = await sql<{ count: number }>`${count}`.execute(ctx.db)
  return result.rows[0]!.count
}

export type OwedByAge = Readonly<Record<AgingBucket, bigint>> & {
  readonly total: bigint
  readonly invoices: number
}

/**
 * Returns a customer's owed amounts by age in one currency. Reads the counters, so that the cost does not
 * depend on the number of invoices.
 */
export async function owedByAge(
  ctx: Ctx,
  customerId: string,
  currency: string,
  today: CalendarDate,
): Promise<OwedByAge> {
  const sum = (bucket: AgingBucket) =>
    sql`coalesce(sum(t.remaining_minor) filter (where ${bucketCondition(bucket, sql`t.due_date`, today)}), 0)::bigint`
  const result = await sql<OwedByAge>`
    select ${sum('current')} as current, ${sum('days_30')} as days_30, ${sum('days_60')} as days_60,
      ${sum('days_90')} as days_90, ${sum('over_90')} as over_90,
      coalesce(sum(t.remaining_minor), 0)::bigint as total, coalesce(sum(t.invoices), 0)::int as invoices
    from invoice_tallies t
    where t.account_id = ${ctx.accountId} and t.scope_id = ${customerId} and t.kind = 'owed' and t.currency = ${currency}`.execute(
    ctx.db,
  )
  return result.rows[0]!
}

export interface PortalCreditMemo {
  readonly id: string
  readonly number: string
  readonly currency: string
  readonly total_minor: bigint
  readonly remaining_minor: bigint
}

const MEMO_ORDERS: Record<string, RawBuilder<unknown>> = {
  number: sql`number_key_of(m.number)`,
  issued_on: sql`m.issued_on`,
  total: sql`m.total_minor`,
  remaining: sql`coalesce(b.remaining_minor, 0)`,
}

/** Returns a page of a customer's credit memos that are not void, with the total count. */
export async function selectPortalCreditMemos(
  ctx: Ctx,
  query: DocumentsQuery & { readonly search: string },
): Promise<{ count: number; memos: PortalCreditMemo[] }> {
  const direction = sqlOf(query.direction)
  const own = sql`m.account_id = ${ctx.accountId} and m.customer_id = ${query.customerId} and m.state = 'open'
    ${query.search === '' ? sql`` : sql`and lower(m.number) like ${likePattern(query.search)}`}`
  const memos = await sql<PortalCreditMemo>`
    select m.id, m.number, m.currency, m.total_minor, coalesce(b.remaining_minor, 0) as remaining_minor
    from credit_memos m left join credit_balances b on b.account_id = m.account_id and b.credit_memo_id = m.id
    where ${own}
    order by ${MEMO_ORDERS[query.column] ?? MEMO_ORDERS.issued_on!} ${direction}, m.id ${direction}
    ${pageOf(query.limit, query.offset)}`.execute(ctx.db)
  const counted =
    query.search === ''
      ? sql`select coalesce(sum(t.memos), 0)::int as count from credit_memo_tallies t
          where t.account_id = ${ctx.accountId} and t.scope_id = ${query.customerId} and t.state = 'open'`
      : sql`select count(*)::int as count from credit_memos m where ${own}`
  const count = await sql<{ count: number }>`${counted}`.execute(ctx.db)
  return { count: count.rows[0]!.count, memos: memos.rows }
}
