import { sql } from 'kysely'
import { HOUR_MS } from '../../../../domain/dates/durations.ts'
import { isInFlight, PAYMENT_STATUSES } from '../../../../domain/payments/payment-status.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { isId } from '../../../platform/ids.ts'
import type { Booked } from '../rules/differences.ts'

const TRY_AGAIN_AFTER_MS = HOUR_MS
const MAX_ATTEMPTS = 10

/**
 * Claims the comparison of a day. Returns true for one caller, and again an hour later when that one did not
 * finish.
 */
export async function claimDay(ctx: Ctx, provider: string, day: string): Promise<boolean> {
  const result = await sql<{ day: string }>`
    insert into payment_reconciliations as r (account_id, provider, day, started_at)
    values (${ctx.accountId}, ${provider}, ${day}, ${asDate(ctx.now)})
    on conflict (account_id, provider, day) do update set started_at = excluded.started_at, attempts = r.attempts + 1
      where r.finished_at is null and r.attempts < ${MAX_ATTEMPTS} and r.started_at <= ${asDate(ctx.now - TRY_AGAIN_AFTER_MS)}
    returning day`.execute(ctx.db)
  return result.rows.length > 0
}

/** Returns when the comparison of a day can be claimed, in epoch ms: null when it is done or was given up. */
export async function nextClaim(ctx: Ctx, provider: string, day: string): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('payment_reconciliations')
    .select(['started_at', 'finished_at', 'attempts'])
    .where('account_id', '=', ctx.accountId)
    .where('provider', '=', provider)
    .where('day', '=', day)
    .executeTakeFirst()
  if (!row) return ctx.now
  if (row.finished_at !== null || row.attempts >= MAX_ATTEMPTS) return null
  return row.started_at.getTime() + TRY_AGAIN_AFTER_MS
}

/** The start of the last finished comparison, and the charges that were too recent for it. */
export interface LastComparison {
  /** Epoch ms. Before the first comparison, the time of the oldest payment; null without one. */
  readonly beganMs: number | null
  readonly movingRefs: readonly string[]
}

export async function lastComparison(ctx: Ctx, provider: string): Promise<LastComparison> {
  const last = await ctx.db
    .selectFrom('payment_reconciliations')
    .select(['started_at', 'moving_refs'])
    .where('account_id', '=', ctx.accountId)
    .where('provider', '=', provider)
    .where('finished_at', 'is not', null)
    // Days are claimed in their order, and the key ends with the day.
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last) return { beganMs: last.started_at.getTime(), movingRefs: last.moving_refs }
  const { at } = await ctx.db
    .selectFrom('payments')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('account_id', '=', ctx.accountId)
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow()
  return { beganMs: at?.getTime() ?? null, movingRefs: [] }
}

export async function finishDay(
  ctx: Ctx,
  provider: string,
  day: string,
  outcome: { compared: number; differing: number; moving_refs: string[] } | { failure: string },
): Promise<void> {
  const change =
    'failure' in outcome
      ? { failure: outcome.failure }
      : { ...outcome, failure: null, finished_at: asDate(ctx.now) }
  await ctx.db
    .updateTable('payment_reconciliations')
    .set(change)
    .where('account_id', '=', ctx.accountId)
    .where('provider', '=', provider)
    .where('day', '=', day)
    .execute()
}

export type BookedPayment = Booked & {
  readonly providerRef: string | null
  readonly customerId: string
  /** When its processor was last called for it. */
  readonly madeAt: Date
}

/** Payments of a processor according to the ledger, not to their own rows. */
const BOOKED = sql`
  select p.id as "paymentId", p.provider_ref as "providerRef", p.customer_id as "customerId", coalesce(p.called_at, p.created_at) as "madeAt",
    coalesce(booked.currency, p.currency) as currency, booked."receivedMinor",
    exists (select from ledger_entries e where e.account_id = p.account_id and e.source_id = p.id and e.kind = 'payment_return') as returned,
    (select coalesce(-sum(q.amount_minor), 0)::bigint from refunds r
      join ledger_entries e on e.account_id = r.account_id and e.source_id = r.id and e.kind = 'refund'
      join ledger_postings q on q.account_id = e.account_id and q.entry_id = e.id and q.ledger_account = 'clearing'
      where r.account_id = p.account_id and r.payment_id = p.id) as "refundedMinor",
    (select coalesce(sum(r.amount_minor), 0)::bigint from refunds r
      where r.account_id = p.account_id and r.payment_id = p.id and r.status = 'waiting') as "refundingMinor",
    (p.status = 'error' and p.failure_code = 'mismatch') as quarantined,
    p.status = any(${PAYMENT_STATUSES.filter(isInFlight)}) as "inFlight"
  from payments p
    cross join lateral (
      select min(q.currency) as currency,
        coalesce(sum(q.amount_minor) filter (where q.ledger_account = 'clearing'), 0)::bigint as "receivedMinor"
      from ledger_entries e join ledger_postings q on q.account_id = e.account_id and q.entry_id = e.id
      where e.account_id = p.account_id and e.source_id = p.id and e.kind = 'payment') booked`

/**
 * Returns our payments by the processor's references, or by our ids that it stored. A late charge counts as
 * the payment that it became.
 */
export async function bookedByReference(
  ctx: Ctx,
  provider: string,
  charges: readonly { providerRef: string; ourId: string | null }[],
): Promise<BookedPayment[]> {
  const refs = charges.map((charge) => charge.providerRef)
  const ids = charges.flatMap(({ ourId }) => (ourId !== null && isId(ourId) ? [ourId] : []))
  const result = await sql<BookedPayment>`${BOOKED}
    where p.account_id = ${ctx.accountId} and p.provider = ${provider}
      and (p.provider_ref = any(${refs}::text[]) or p.id = any(${ids}::uuid[]))`.execute(ctx.db)
  return result.rows
}

export async function bookedById(ctx: Ctx, paymentId: string): Promise<BookedPayment | null> {
  const result = await sql<BookedPayment>`${BOOKED}
    where p.account_id = ${ctx.accountId} and p.id = ${paymentId}`.execute(ctx.db)
  return result.rows[0] ?? null
}

/**
 * Returns a processor's payments that were settled in a period, or that had a refund settled in it: a failed
 * refund no longer explains a refund at the processor. Ordered by id.
 */
export async function bookedBetween(
  ctx: Ctx,
  provider: string,
  period: { fromMs: number; toMs: number },
  after: string | null,
  limit: number,
): Promise<BookedPayment[]> {
  const [from, to] = [asDate(period.fromMs), asDate(period.toMs)]
  const result = await sql<BookedPayment>`${BOOKED}
    where p.account_id = ${ctx.accountId} and p.provider = ${provider} and (${after}::uuid is null or p.id > ${after}::uuid)
      and p.captured_minor > 0 and p.id in (
        select s.id from payments s where s.account_id = ${ctx.accountId} and s.provider = ${provider}
          and s.settled_at >= ${from} and s.settled_at < ${to}
        union
        select r.payment_id from refunds r where r.account_id = ${ctx.accountId}
          and r.settled_at >= ${from} and r.settled_at < ${to})
    order by p.id limit ${limit}`.execute(ctx.db)
  return result.rows
}
