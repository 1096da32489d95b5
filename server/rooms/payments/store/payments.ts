import { type Insertable, sql, type Updateable } from 'kysely'
import type { PaymentStatus } from '../../../../domain/payments/payment-status.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { here } from '../../../platform/db/distributed/here.ts'
import { type CardAttempts, FEWEST_DECLINES } from '../rules/card-testing.ts'
import type { Payment } from '../rules/records.ts'
import type { Channel, PaymentsTable } from '../tables.ts'
import { markCheck } from './due-checks.ts'

/** Inserts a payment and returns it; null when its request_id exists. */
export async function insertPayment(
  ctx: Ctx,
  payment: Omit<Insertable<PaymentsTable>, 'account_id' | 'created_at'>,
): Promise<Payment | null> {
  const row = await ctx.db
    .insertInto('payments')
    .values({ ...payment, account_id: ctx.accountId, created_at: asDate(ctx.now) })
    .onConflict((conflict) => conflict.columns(['account_id', 'request_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  await markCheck(ctx, 'payments', row)
  return row
}

const one = (ctx: Ctx) => ctx.db.selectFrom('payments').selectAll().where('account_id', '=', ctx.accountId)

export const readPaymentRow = async (ctx: Ctx, id: string): Promise<Payment | null> =>
  (await one(ctx).where('id', '=', id).executeTakeFirst()) ?? null

/** Locks a payment. The receivables of its invoices must be locked before it, or not at all. */
export const lockPayment = async (ctx: Ctx, id: string): Promise<Payment | null> =>
  (await one(ctx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

export const paymentOfRequest = async (ctx: Ctx, requestId: string): Promise<Payment | null> =>
  (await one(ctx).where('request_id', '=', requestId).executeTakeFirst()) ?? null

export const paymentOfReference = async (ctx: Ctx, provider: string, ref: string): Promise<Payment | null> =>
  (await one(ctx).where('provider', '=', provider).where('provider_ref', '=', ref).executeTakeFirst()) ?? null

export const lateChargeOf = async (ctx: Ctx, paymentId: string): Promise<Payment | null> =>
  (await one(ctx).where('late_of', '=', paymentId).executeTakeFirst()) ?? null

type Changes = Omit<Updateable<PaymentsTable>, 'account_id' | 'id'>

/** Updates a locked payment and returns the new row. */
export async function changePayment(ctx: Ctx, id: string, changes: Changes): Promise<Payment> {
  const row = await ctx.db
    .updateTable('payments')
    .set(changes)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (changes.next_check_at) await markCheck(ctx, 'payments', row)
  return row
}

/** Adds a line to a payment's history. The payment must be locked or new. */
export async function addEvent(
  ctx: Ctx,
  paymentId: string,
  from: PaymentStatus | null,
  to: PaymentStatus,
  cause: string,
): Promise<void> {
  await sql`
    insert into payment_events (account_id, payment_id, position, from_status, to_status, cause, at)
    select here.account_id, ${paymentId}, coalesce(max(e.position), 0) + 1, ${from}, ${to}, ${cause}, ${asDate(ctx.now)}
    from ${here(ctx.accountId)} left join payment_events e on e.account_id = here.account_id and e.payment_id = ${paymentId}
    group by here.account_id`.execute(ctx.db)
}

export const eventsOf = (ctx: Ctx, paymentId: string) =>
  ctx.db
    .selectFrom('payment_events')
    .select(['from_status', 'to_status', 'cause', 'at'])
    .where('account_id', '=', ctx.accountId)
    .where('payment_id', '=', paymentId)
    .orderBy('position')
    .limit(200)
    .execute()

/**
 * Counts attempts with new cards through these channels since an instant, and how many a bank declined. Cards
 * that were only stored count like those that paid: a tester may use either.
 */
export async function newCardAttempts(
  ctx: Ctx,
  channels: readonly Channel[],
  sinceMs: number,
): Promise<CardAttempts> {
  const recent = sql`account_id = ${ctx.accountId} and created_at >= ${asDate(sinceMs)} and type = 'credit_card'`
  const tried = sql`${recent} and (stored_method_id is null or store_method) and channel in (${sql.join(channels)})`
  // A busy company has many payments in an hour but few declines, so the declines are counted first, by
  // status.
  const result = await sql<CardAttempts>`
    with declines as materialized (
      select (select count(*)::int from payments where status = 'rejected' and failure_code = 'declined' and ${tried})
        + (select count(*)::int from method_requests where status = 'declined' and ${recent}) as declined)
    select declined, case when declined >= ${FEWEST_DECLINES}::int then (select count(*)::int from payments where ${tried})
      + (select count(*)::int from method_requests where ${recent}) else 0 end as made
    from declines`.execute(ctx.db)
  return result.rows[0]!
}

/** Counts the attempts that a bank declined since an instant, on the invoice that has most of them. */
export async function declinesSince(
  ctx: Ctx,
  invoiceIds: readonly string[],
  sinceMs: number,
): Promise<number> {
  const isOneOf =
    invoiceIds.length === 1
      ? sql`a.invoice_id = ${invoiceIds[0]}`
      : sql`a.invoice_id = any(${invoiceIds}::uuid[])`
  const result = await sql<{ declines: number }>`
    select count(*)::int as declines from payment_allocations a
      join payments p on p.account_id = a.account_id and p.id = a.payment_id
    where a.account_id = ${ctx.accountId} and ${isOneOf} and p.status = 'rejected'
      and p.failure_code = 'declined' and p.created_at >= ${asDate(sinceMs)}
    group by a.invoice_id order by declines desc limit 1`.execute(ctx.db)
  return result.rows[0]?.declines ?? 0
}
