import { type RawBuilder, sql } from 'kysely'
import { type CalendarDate, endOfMonth, startOfMonth } from '../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { bucketCondition } from '../../ledger/index.ts'
import { agingChanges, tailOf } from './changes.ts'
import type { Bucket } from './figures.ts'
import { LIVE_ENTRIES } from './read-sums.ts'

export interface AgedSums {
  current: bigint
  days_30: bigint
  days_60: bigint
  days_90: bigint
  over_90: bigint
  total: bigint
}

export interface AgedCustomer extends AgedSums {
  customer_id: string
  short_name: string
}

export interface AgedCustomers {
  /** Those who owed most, first; at most the limit. */
  readonly rows: AgedCustomer[]
  /** Sums over all customers, and how many they are. */
  readonly total: AgedSums
  readonly customers: number
}

interface Wanted {
  readonly currency: string
  readonly on: CalendarDate
  /** False while the sums lag too far behind the ledger; then all later entries are read. */
  readonly withSums: boolean
  readonly limit?: number
}

/**
 * Returns what customers owed in one currency at the end of a day, by age, those who owed most first. Takes back from what is owed now
 * what was booked later, or adds up what was booked until then, whichever is less: whole months from the sums, and of the day's own
 * month the entries.
 */
export async function agingOnDay(ctx: Ctx, wanted: Wanted): Promise<AgedCustomers> {
  const { on, limit } = wanted
  const sum = (bucket: Bucket) =>
    sql`coalesce(sum(o.minor) filter (where ${bucketCondition(bucket, sql`o.due_date`, on)}), 0)::bigint`
  const buckets = sql`a.current, a.days_30, a.days_60, a.days_90, a.over_90, a.total`
  const totals = ['current', 'days_30', 'days_60', 'days_90', 'over_90', 'total'].map(
    (name) => sql`coalesce(sum(${sql.ref(`a.${name}`)}), 0)::bigint as ${sql.ref(name)}`,
  )
  const result = await sql<AgedCustomer & { customers: number | null }>`
    with ${await owedOnDay(ctx, wanted)}, aged as materialized (
      select o.customer_id, ${sum('current')} as current, ${sum('days_30')} as days_30, ${sum('days_60')} as days_60,
        ${sum('days_90')} as days_90, ${sum('over_90')} as over_90, sum(o.minor)::bigint as total
      from owed o group by 1 having sum(o.minor) <> 0
    ), most as (
      select a.* from aged a order by a.total desc, a.customer_id ${limit === undefined ? sql`` : sql`limit ${limit}`}
    )
    select a.customer_id, ${buckets}, c.short_name, null::int as customers
    from most a join customers c on c.account_id = ${ctx.accountId} and c.id = a.customer_id
    union all
    select null, ${sql.join(totals)}, null, count(*)::int from aged a
    order by customers nulls first, total desc, short_name, customer_id`.execute(ctx.db)
  const { customers, ...total } = result.rows.pop()!
  return { rows: result.rows, total, customers: customers ?? 0 }
}

/** `owed`: customer_id, due_date and minor, to be added up. */
async function owedOnDay(
  ctx: Ctx,
  { currency, on, withSums }: Omit<Wanted, 'limit'>,
): Promise<RawBuilder<unknown>> {
  const account = ctx.accountId
  const forward = withSums && (await isNearBeginning(ctx, on))
  const until = withSums ? endOfMonth(on) : sql`'infinity'`
  const sign = forward ? sql`` : sql`-`
  const entries = forward
    ? sql`e.booked_on between ${startOfMonth(on)}::date and ${on}::date`
    : sql`e.booked_on > ${on}::date and e.booked_on <= ${until}::date`
  const months = (booked: RawBuilder<unknown>) =>
    forward ? sql`${booked} < ${startOfMonth(on)}::date` : sql`${booked} > ${until}::date`
  const now = sql`
    select r.customer_id, r.due_date, r.remaining_minor as minor from receivables r
    where r.account_id = ${account} and r.currency = ${currency} and r.remaining_minor > 0
    union all`
  const whole = sql`
    union all
    select s.customer_id, s.due_date, ${sign} s.owed_minor from customer_aging_months s
    where s.account_id = ${account} and s.currency = ${currency} and ${months(sql`s.booked_month`)}
    union all
    select c.customer_id, c.due_date, ${sign} c.owed_minor from (${agingChanges(account)}) c
    where c.currency = ${currency} and ${months(sql`c.booked_month`)}`
  // Adding up once is three times as fast as adding up each part before.
  return sql`${withSums ? sql`${tailOf(account, LIVE_ENTRIES)},` : sql``} booked as materialized (
      select e.id from ledger_entries e where e.account_id = ${account} and ${entries}
    ), owed as (
      ${forward ? sql`` : now}
      select p.customer_id, r.due_date, ${sign} p.amount_minor as minor from booked e
        join ledger_postings p on p.account_id = ${account} and p.entry_id = e.id and p.ledger_account = 'receivable'
          and p.currency = ${currency}
        join receivables r on r.account_id = ${account} and r.invoice_id = p.invoice_id
      ${withSums ? whole : sql``}
    )`
}

/** True when less was booked until the day than after it. Counts days with bookings. */
async function isNearBeginning(ctx: Ctx, on: CalendarDate): Promise<boolean> {
  const result = await sql<{ before: number; after: number }>`
    select count(*) filter (where d.booked_on <= ${on}::date)::int as before,
      count(*) filter (where d.booked_on > ${endOfMonth(on)}::date)::int as after
    from ledger_days d where d.account_id = ${ctx.accountId}`.execute(ctx.db)
  const { before, after } = result.rows[0]!
  return before < after
}
