import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { RefundsTable } from '../tables.ts'
import { markCheck } from './due-checks.ts'

export type Refund = Selectable<RefundsTable>

/** Inserts a refund and returns it; null when its request_id exists. */
export async function insertRefund(
  ctx: Ctx,
  refund: Omit<Insertable<RefundsTable>, 'account_id' | 'created_at'>,
): Promise<Refund | null> {
  const row = await ctx.db
    .insertInto('refunds')
    .values({ ...refund, account_id: ctx.accountId, created_at: asDate(ctx.now) })
    .onConflict((conflict) => conflict.columns(['account_id', 'request_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  await markCheck(ctx, 'refunds', row)
  return row
}

const one = (ctx: Ctx) => ctx.db.selectFrom('refunds').selectAll().where('account_id', '=', ctx.accountId)

export const readRefund = async (ctx: Ctx, id: string): Promise<Refund | null> =>
  (await one(ctx).where('id', '=', id).executeTakeFirst()) ?? null

export const lockRefund = async (ctx: Ctx, id: string): Promise<Refund | null> =>
  (await one(ctx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

export const refundOfRequest = async (ctx: Ctx, requestId: string): Promise<Refund | null> =>
  (await one(ctx).where('request_id', '=', requestId).executeTakeFirst()) ?? null

export const refundsOf = (ctx: Ctx, paymentId: string): Promise<Refund[]> =>
  one(ctx).where('payment_id', '=', paymentId).orderBy('created_at').orderBy('id').limit(500).execute()

/** Returns the sum of a payment's refunds with an open outcome. */
export async function refundingMinorOf(ctx: Ctx, paymentId: string): Promise<bigint> {
  const result = await sql<{ sum: bigint }>`
    select coalesce(sum(amount_minor), 0)::bigint as sum from refunds
    where account_id = ${ctx.accountId} and payment_id = ${paymentId} and status = 'waiting'`.execute(ctx.db)
  return result.rows[0]!.sum
}

export async function changeRefund(
  ctx: Ctx,
  id: string,
  changes: Omit<Updateable<RefundsTable>, 'account_id' | 'id'>,
): Promise<Refund> {
  const row = await ctx.db
    .updateTable('refunds')
    .set(changes)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (changes.next_check_at) await markCheck(ctx, 'refunds', row)
  return row
}
