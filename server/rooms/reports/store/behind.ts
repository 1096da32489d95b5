import { type RawBuilder, sql } from 'kysely'
import type { CollectedSource } from '../../../../contract/reports/sources.ts'
import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { bucketCondition } from '../../ledger/index.ts'
import { openInstallments } from '../../payment-plans/index.ts'
import { collectedChanges, tailOf } from './changes.ts'
import type { Bucket } from './figures.ts'
import { LIVE_ENTRIES } from './read-sums.ts'

/** A row of the list behind a figure. `count` and `total` are of the whole list. */
export interface BehindRow {
  kind: 'invoice' | 'payment' | 'payment_plan' | 'customer' | 'entry'
  id: string
  text: string
  customer_id: string | null
  short_name: string | null
  on_day: CalendarDate | null
  minor: bigint
  count: number
  total: bigint
}

/** Most rows of a list. */
export const MOST_BEHIND = 1000

const sums = sql`count(*) over ()::int as count, sum(minor) over ()::bigint as total`

/** Selects the first rows with the names of their customers. `list`: kind, id, text, customer_id, on_day, minor. */
async function firstOf(
  ctx: Ctx,
  list: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<BehindRow[]> {
  const result = await sql<BehindRow>`
    with page as (select l.*, ${sums} from (${list}) l order by ${order} limit ${MOST_BEHIND})
    select l.*, c.short_name from page l
      left join customers c on c.account_id = ${ctx.accountId} and c.id = l.customer_id
    order by ${order}`.execute(ctx.db)
  return result.rows
}

/** Returns the invoices of a customer that were open at the end of a day, with what they owed then; oldest first. */
export function openOnDay(
  ctx: Ctx,
  wanted: { currency: string; on: CalendarDate; customerId: string; bucket: Bucket | undefined },
): Promise<BehindRow[]> {
  const { currency, on, customerId, bucket } = wanted
  const account = ctx.accountId
  const ofAge = bucket === undefined ? sql`true` : bucketCondition(bucket, sql`r.due_date`, on)
  return firstOf(
    ctx,
    sql`
      select 'invoice' as kind, r.invoice_id as id, coalesce(i.number, '') as text, r.customer_id, r.due_date as on_day,
        r.remaining_minor - coalesce(later.minor, 0) as minor
      from receivables r left join invoices i on i.account_id = ${account} and i.id = r.invoice_id
        left join lateral (
          select sum(p.amount_minor)::bigint as minor from ledger_postings p
            join ledger_entries e on e.account_id = ${account} and e.id = p.entry_id and e.booked_on > ${on}::date
          where p.account_id = ${account} and p.invoice_id = r.invoice_id and p.ledger_account = 'receivable') later on true
      where r.account_id = ${account} and r.customer_id = ${customerId} and r.currency = ${currency} and ${ofAge}
        and r.remaining_minor - coalesce(later.minor, 0) <> 0`,
    sql`l.on_day, l.text, l.id`,
  )
}

/** Days of a list, both included. Without a last day the list has no end. */
export interface Days {
  readonly from: CalendarDate
  readonly until: CalendarDate | null
}

/**
 * Returns payments, refunds and returns booked in some days, of one source or of all; newest first. Needs sums that don't lag too
 * far.
 */
export async function collectedIn(
  ctx: Ctx,
  wanted: Days & { currency: string; source: { name: CollectedSource; stepName: string } | null },
): Promise<BehindRow[]> {
  const { currency, source } = wanted
  const account = ctx.accountId
  const matches = (alias: string) => sql`${sql.ref(`${alias}.currency`)} = ${currency}
    and ${within(sql.ref(`${alias}.booked_on`), wanted)}
    ${
      source === null
        ? sql``
        : sql`and ${sql.ref(`${alias}.source`)} = ${source.name} and ${sql.ref(`${alias}.step_name`)} = ${source.stepName}`
    }`
  const result = await sql<BehindRow>`
    with ${tailOf(account, LIVE_ENTRIES)}, page as (
      select l.*, ${sums} from (
        select s.entry_id, s.booked_on, s.collected_minor as minor from collected_entries s
        where s.account_id = ${account} and ${matches('s')}
        union all
        select c.entry_id, c.booked_on, c.collected_minor from (${collectedChanges(account)}) c where ${matches('c')}) l
      order by l.booked_on desc, l.entry_id desc limit ${MOST_BEHIND}
    )
    select case when y.id is null then 'entry' else 'payment' end as kind, coalesce(y.id, l.entry_id) as id,
      coalesce(y.number, e.description) as text, c.id as customer_id, c.short_name, l.booked_on as on_day, l.minor, l.count, l.total
    from page l join ledger_entries e on e.account_id = ${account} and e.id = l.entry_id
      left join ledger_entries o on o.account_id = ${account} and o.id = e.reverses_id
      left join payments y on y.account_id = ${account} and y.id = case when o.source_id is null then e.source_id else o.source_id end
      left join customers c on c.account_id = ${account} and c.id = case when y.customer_id is null then e.customer_id else y.customer_id end
    order by l.booked_on desc, l.entry_id desc`.execute(ctx.db)
  return result.rows
}

const within = (day: RawBuilder<unknown>, { from, until }: Days) =>
  until === null ? sql`${day} >= ${from}::date` : sql`${day} between ${from}::date and ${until}::date`

/** Kinds of entries that change sales. */
const SALES = sql`'invoice', 'invoice_change', 'void'`

/** Returns what was invoiced in some days, less voids and changes, as `ledger_days` adds it up; newest first. */
export async function invoicedIn(ctx: Ctx, wanted: Days & { currency: string }): Promise<BehindRow[]> {
  const account = ctx.accountId
  const result = await sql<BehindRow>`
    with page as (
      select l.*, ${sums} from (
        select e.id as entry_id, e.kind as entry_kind, e.description, e.source_id, e.customer_id, e.booked_on, p.minor
        from ledger_entries e cross join lateral (
          select -sum(q.amount_minor)::bigint as minor from ledger_postings q
          where q.account_id = ${account} and q.entry_id = e.id and q.currency = ${wanted.currency}
            and q.ledger_account in ('sales', 'sales_tax') offset 0) p
        where e.account_id = ${account} and ${within(sql`e.booked_on`, wanted)} and e.kind in (${SALES}) and p.minor <> 0) l
      order by l.booked_on desc, l.entry_id desc limit ${MOST_BEHIND}
    )
    select case when i.id is null then 'entry' else 'invoice' end as kind, case when i.id is null then l.entry_id else i.id end as id,
      case when i.id is null or l.entry_kind <> 'invoice' then l.description else i.number end as text,
      c.id as customer_id, c.short_name, l.booked_on as on_day, l.minor, l.count, l.total
    from page l left join invoices i on i.account_id = ${account} and i.id = l.source_id
      left join customers c on c.account_id = ${account} and c.id = l.customer_id
    order by l.booked_on desc, l.entry_id desc`.execute(ctx.db)
  return result.rows
}

/** Returns what comes on a day, as `comingRows` counts it; the largest amounts first. */
export function comingOn(
  ctx: Ctx,
  { currency, day, kind }: { currency: string; day: CalendarDate; kind: keyof typeof COMING },
): Promise<BehindRow[]> {
  return firstOf(ctx, COMING[kind](ctx, currency, day), sql`l.minor desc, l.text, l.id`)
}

const INVOICE = sql`'invoice' as kind, i.id, i.number as text, i.customer_id`

const COMING = {
  due: (ctx: Ctx, currency: string, day: CalendarDate) => sql`
    select ${INVOICE}, r.due_date as on_day, r.remaining_minor as minor
    from receivables r join invoices i on i.account_id = ${ctx.accountId} and i.id = r.invoice_id
    where r.account_id = ${ctx.accountId} and r.due_date = ${day}::date and r.currency = ${currency} and r.remaining_minor > 0`,
  promise: (ctx: Ctx, currency: string, day: CalendarDate) => sql`
    select ${INVOICE}, p.promised_on as on_day, least(coalesce(p.amount_minor, r.remaining_minor), r.remaining_minor) as minor
    from promises p join receivables r on r.account_id = ${ctx.accountId} and r.invoice_id = p.invoice_id and r.remaining_minor > 0
      join invoices i on i.account_id = ${ctx.accountId} and i.id = p.invoice_id
    where p.account_id = ${ctx.accountId} and p.state = 'open' and p.promised_on = ${day}::date and r.currency = ${currency}`,
  installment: (ctx: Ctx, currency: string, day: CalendarDate) => sql`
    select 'payment_plan' as kind, p.id, 'Installment ' || n.number as text, p.customer_id, n.due_on as on_day, n.open_minor as minor
    from (${openInstallments(ctx, { currency, from: day, until: day })}) n
      join payment_plans p on p.account_id = ${ctx.accountId} and p.id = n.plan_id`,
  automatic: (ctx: Ctx, currency: string, day: CalendarDate) => sql`
    select ${INVOICE}, n.charge_on as on_day, least(n.total_minor, r.remaining_minor) as minor
    from auto_payment_notices n
      join auto_payment_consents c on c.account_id = ${ctx.accountId} and c.id = n.consent_id and c.withdrawn_at is null
      join receivables r on r.account_id = ${ctx.accountId} and r.invoice_id = n.invoice_id and r.due_date = n.due_date
        and r.remaining_minor > 0
      join invoices i on i.account_id = ${ctx.accountId} and i.id = n.invoice_id
    where n.account_id = ${ctx.accountId} and n.charge_on = ${day}::date and n.currency = ${currency}`,
} as const

/** Returns the names of customers by their ids. */
export async function namesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const result = await sql<{ id: string; short_name: string }>`
    select c.id, c.short_name from customers c
    where c.account_id = ${ctx.accountId} and c.id = any(${[...ids]}::uuid[])`.execute(ctx.db)
  return new Map(result.rows.map(({ id, short_name }) => [id, short_name]))
}
