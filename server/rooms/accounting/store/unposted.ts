import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ConnectionRow, PostKind, Wanted } from '../tables.ts'

export interface ToPost {
  readonly kind: PostKind
  readonly subject_id: string
  readonly reference: string
  readonly wanted: Wanted
}

/**
 * Returns payments, uses of credit, late fees and surcharges since the connection that are not posted as they stand now: new ones, and
 * those that were refunded, returned, applied or waived since. Only of `kinds`, and of the others those that were posted before. Of late
 * fees those on invoices that these books have.
 */
export async function findUnposted(
  ctx: Ctx,
  connection: ConnectionRow,
  kinds: readonly PostKind[],
  limit: number,
): Promise<ToPost[]> {
  const result = await sql<ToPost>`
    select u.kind, u.subject_id, u.reference, u.wanted from (${unposted(ctx, connection, kinds)}) u
    order by u.at, u.subject_id limit ${limit}`.execute(ctx.db)
  return result.rows
}

/** Returns payments and uses of credit that were left out and have changed here since. */
export async function findChangedLeftOut(
  ctx: Ctx,
  connection: ConnectionRow,
  limit: number,
): Promise<ToPost[]> {
  const result = await sql<ToPost>`
    select w.kind, w.subject_id, w.reference, w.wanted from (${wantedNow(ctx, connection)}) w
      join accounting_posts o on o.account_id = ${ctx.accountId} and o.kind = w.kind and o.subject_id = w.subject_id
    where o.state = 'left_out' and o.kind in ('payment', 'credit') and o.wanted <> w.wanted
    order by w.at, w.subject_id limit ${limit}`.execute(ctx.db)
  return result.rows
}

/** Counts what the next run puts into the outbox and that doesn't wait there already. */
export async function countUnposted(
  ctx: Ctx,
  connection: ConnectionRow,
  kinds: readonly PostKind[],
): Promise<number> {
  const result = await sql<{ posts: bigint }>`
    select count(*) as posts from (${unposted(ctx, connection, kinds)}) u
    where u.state is null or u.state not in ('waiting', 'asked')`.execute(ctx.db)
  return Number(result.rows[0]!.posts) // not money: records
}

const unposted = (
  ctx: Ctx,
  connection: ConnectionRow,
  kinds: readonly PostKind[],
): RawBuilder<unknown> => sql`
  select w.kind, w.subject_id, w.reference, w.wanted, w.at, o.state from (${wantedNow(ctx, connection)}) w
    left join accounting_posts o on o.account_id = ${ctx.accountId} and o.kind = w.kind and o.subject_id = w.subject_id
  where (o.subject_id is null and w.wanted ->> 'total' <> '0' and w.kind = any(${kinds}::text[]))
    or (o.subject_id is not null and o.state <> 'left_out' and o.wanted <> w.wanted)`

/** Payments, uses of credit, late fees and surcharges since the connection, as they are to be posted now. */
function wantedNow(ctx: Ctx, connection: ConnectionRow): RawBuilder<unknown> {
  const since = connection.posts_since
  const surchargesSince = connection.surcharges_since ?? since
  return sql`
      select 'payment' as kind, p.id as subject_id, p.number as reference, p.created_at as at, jsonb_build_object(
        'customer', p.customer_id, 'currency', p.currency, 'memo', null,
        'on', coalesce(p.received_on, (p.created_at at time zone a.timezone)::date)::text,
        'total', (case when p.status in ('confirmed', 'refunded')
          then p.captured_minor - p.refunded_minor - p.surcharge_minor + p.surcharge_refunded_minor else 0 end)::text,
        'shares', coalesce((select jsonb_agg(jsonb_build_object('invoice', s.invoice_id, 'amount', (s.amount_minor - s.reversed_minor)::text)
            order by s.invoice_id) from payment_allocations s
          where s.account_id = p.account_id and s.payment_id = p.id and s.state = 'applied' and s.amount_minor > s.reversed_minor
            and p.status in ('confirmed', 'refunded')), '[]')) as wanted
      from payments p join accounts a on a.account_id = p.account_id
      where p.account_id = ${ctx.accountId} and p.settled_at >= ${since}
      union all
      select 'credit', c.id, 'C' || right(replace(c.id::text, '-', ''), 16), c.applied_at, jsonb_build_object(
        'customer', m.customer_id, 'currency', m.currency, 'memo', m.id,
        'on', (c.applied_at at time zone a.timezone)::date::text,
        'total', (case when c.unapplied_at is null then c.amount_minor else 0 end)::text,
        'shares', case when c.unapplied_at is null
          then jsonb_build_array(jsonb_build_object('invoice', c.invoice_id, 'amount', c.amount_minor::text)) else '[]' end)
      from credit_applications c join accounts a on a.account_id = c.account_id
        join credit_memos m on m.account_id = c.account_id and m.id = c.credit_memo_id
      where c.account_id = ${ctx.accountId} and c.applied_at >= ${since}
      union all
      select 'late_fee', f.id, 'F' || right(replace(f.id::text, '-', ''), 16), f.created_at, jsonb_build_object(
        'customer', '', 'currency', i.currency, 'memo', null, 'on', f.booked_on::text, 'invoice', f.invoice_id, 'text', f.description,
        'total', (f.amount_minor - f.waived_minor)::text,
        'shares', case when f.amount_minor > f.waived_minor
          then jsonb_build_array(jsonb_build_object('invoice', f.invoice_id, 'amount', (f.amount_minor - f.waived_minor)::text))
          else '[]' end)
      from late_fees f join invoices i on i.account_id = f.account_id and i.id = f.invoice_id
      where f.account_id = ${ctx.accountId} and f.created_at >= ${since} and exists (
        select from accounting_links l where l.account_id = f.account_id and l.kind = 'invoice' and l.local_id = f.invoice_id
          and l.connection_id = ${connection.id} and l.state <> 'gone')
      union all
      select 'surcharge', p.id, 'S' || right(replace(p.id::text, '-', ''), 16), p.created_at, jsonb_build_object(
        'customer', p.customer_id, 'currency', p.currency, 'memo', null,
        'on', coalesce(p.received_on, (p.created_at at time zone a.timezone)::date)::text,
        'total', (case when p.status in ('confirmed', 'refunded') then p.surcharge_minor - p.surcharge_refunded_minor else 0 end)::text,
        'shares', '[]'::jsonb)
      from payments p join accounts a on a.account_id = p.account_id
      where p.account_id = ${ctx.accountId} and p.settled_at >= ${surchargesSince} and p.surcharge_minor > 0`
}
