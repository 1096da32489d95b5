import { sql } from 'kysely'
import type { CalendarDate } from '../../../domain/calendar.ts'
import { asDate } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { likePattern } from '../../platform/db/search.ts'
import { bucketCondition } from '../ledger/index.ts'

export interface CurrencyFigures {
  currency: string
  past_due: bigint
  due_in_7_days: bigint
  in_flight: bigint
  customers_owing: number
}

/** What is owed beyond its age, one row a currency. */
export async function owedFigures(ctx: Ctx, today: CalendarDate): Promise<CurrencyFigures[]> {
  const result = await sql<CurrencyFigures>`
    select currency,
      coalesce(sum(remaining_minor) filter (where due_date < ${today}::date), 0)::bigint as past_due,
      coalesce(sum(remaining_minor) filter (where due_date between ${today}::date and ${today}::date + 7), 0)::bigint as due_in_7_days,
      coalesce(sum(reserved_minor), 0)::bigint as in_flight,
      count(distinct customer_id)::int as customers_owing
    from receivables where account_id = ${ctx.accountId} and remaining_minor > 0 group by currency`.execute(
    ctx.db,
  )
  return result.rows
}

/** Money that came in since an instant, less what was given back, one row a currency. Surcharges are not counted. */
export async function collectedSince(ctx: Ctx, sinceMs: number): Promise<Map<string, bigint>> {
  const result = await sql<{ currency: string; collected: bigint }>`
    select p.currency, coalesce(-sum(p.amount_minor), 0)::bigint as collected
    from ledger_entries e join ledger_postings p on p.account_id = e.account_id and p.entry_id = e.id
    where e.account_id = ${ctx.accountId} and e.kind in ('payment', 'payment_return', 'refund') and e.recorded_at >= ${asDate(sinceMs)}
      and p.ledger_account in ('receivable', 'unapplied')
    group by p.currency`.execute(ctx.db)
  return new Map(result.rows.map((row) => [row.currency, row.collected]))
}

export interface Debtor {
  customer_id: string
  short_name: string
  currency: string
  owed: bigint
  past_due: bigint
  open_invoices: number
  oldest_due: CalendarDate
  current: bigint
  days_30: bigint
  days_60: bigint
  days_90: bigint
  over_90: bigint
}

/** Who owes most, past due first. */
export async function topDebtors(ctx: Ctx, today: CalendarDate, limit: number): Promise<Debtor[]> {
  const inBucket = (bucket: Parameters<typeof bucketCondition>[0]) =>
    sql`coalesce(sum(r.remaining_minor) filter (where ${bucketCondition(bucket, sql`r.due_date`, today)}), 0)::bigint`
  const result = await sql<Debtor>`
    select d.*, c.short_name from (
      select r.customer_id, r.currency, sum(r.remaining_minor)::bigint as owed,
        coalesce(sum(r.remaining_minor) filter (where r.due_date < ${today}::date), 0)::bigint as past_due,
        count(*)::int as open_invoices, min(r.due_date) as oldest_due,
        ${inBucket('current')} as current, ${inBucket('days_30')} as days_30, ${inBucket('days_60')} as days_60,
        ${inBucket('days_90')} as days_90, ${inBucket('over_90')} as over_90
      from receivables r where r.account_id = ${ctx.accountId} and r.remaining_minor > 0
      group by r.customer_id, r.currency order by past_due desc, owed desc limit ${limit}
    ) d join customers c on c.account_id = ${ctx.accountId} and c.id = d.customer_id
    order by d.past_due desc, d.owed desc`.execute(ctx.db)
  return result.rows
}

export async function headCounts(ctx: Ctx): Promise<{ customers: number; invoices: number; drafts: number }> {
  const result = await sql<{ customers: number; invoices: number; drafts: number }>`
    select (select count(*)::int from customers where account_id = ${ctx.accountId}) as customers,
      (select count(*)::int from receivables where account_id = ${ctx.accountId} and remaining_minor > 0) as invoices,
      (select count(*)::int from invoices where account_id = ${ctx.accountId} and state = 'draft') as drafts`.execute(
    ctx.db,
  )
  return result.rows[0]!
}

export interface Hit {
  kind: 'customer' | 'invoice' | 'payment'
  pk: string
  title: string
  detail: string
}

/** The best few customers, invoices and payments that contain a text. */
export async function findEverywhere(ctx: Ctx, text: string): Promise<Hit[]> {
  const pattern = likePattern(text)
  const result = await sql<Hit>`
    (select 'customer' as kind, id as pk, short_name as title, email as detail from customers
      where account_id = ${ctx.accountId} and search_text like ${pattern} order by lower(short_name) limit 6)
    union all
    (select 'invoice', i.id, i.number, c.short_name from invoices i
      join customers c on c.account_id = i.account_id and c.id = i.customer_id
      where i.account_id = ${ctx.accountId} and lower(i.number) like ${pattern} order by i.invoice_date desc, i.id desc limit 6)
    union all
    (select 'payment', p.id, p.number, c.short_name from payments p
      join customers c on c.account_id = p.account_id and c.id = p.customer_id
      where p.account_id = ${ctx.accountId} and lower(p.number) like ${pattern} order by p.created_at desc limit 4)`.execute(
    ctx.db,
  )
  return result.rows
}
