import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { InviteRunRow } from '../tables.ts'

/** Adds a run, of all customers or only of these. Returns its id; null while another one is going on. */
export async function insertInviteRun(
  ctx: Ctx,
  { again, only, customers }: { again: boolean; only: readonly string[] | null; customers: number },
): Promise<string | null> {
  const row = await ctx.db
    .insertInto('portal_invite_runs')
    .values({
      account_id: ctx.accountId,
      id: nextId(ctx),
      state: 'running',
      again,
      customer_ids: only === null ? null : [...only],
      after_customer: null,
      customers_total: customers,
      failure: null,
      created_by: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
      created_at: asDate(ctx.now),
      finished_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

const runs = (ctx: Ctx) =>
  ctx.db.selectFrom('portal_invite_runs').selectAll().where('account_id', '=', ctx.accountId)

/** Locks a run that is going on until the transaction ends; null when it has ended. */
export const lockInviteRun = async (ctx: Ctx, id: string): Promise<InviteRunRow | null> =>
  (await runs(ctx).where('id', '=', id).where('state', '=', 'running').forUpdate().executeTakeFirst()) ?? null

/** Returns a run; null when there is none. */
export const findInviteRun = async (ctx: Ctx, id: string): Promise<InviteRunRow | null> =>
  (await runs(ctx).where('id', '=', id).executeTakeFirst()) ?? null

/** Returns the last runs, the latest first. */
export const selectInviteRuns = (ctx: Ctx, limit: number): Promise<InviteRunRow[]> =>
  runs(ctx).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()

/** Records that customers were served; without customers, that the run is done. */
export async function moveInviteRun(
  ctx: Ctx,
  id: string,
  customers: readonly string[],
  sent: number,
): Promise<void> {
  const last = customers.at(-1)
  await ctx.db
    .updateTable('portal_invite_runs')
    .set(({ eb }) => ({
      customers_done: eb('customers_done', '+', customers.length),
      sent_count: eb('sent_count', '+', sent),
      ...(last === undefined
        ? { state: 'done' as const, finished_at: asDate(ctx.now) }
        : { after_customer: last }),
    }))
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Ends a run that is going on. Returns false when it had ended. */
export async function endInviteRun(
  ctx: Ctx,
  id: string,
  state: 'failed' | 'canceled',
  failure: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update portal_invite_runs set state = ${state}, failure = ${failure}, finished_at = ${asDate(ctx.now)}
    where account_id = ${ctx.accountId} and id = ${id} and state = 'running' returning id`.execute(ctx.db)
  return rows.length > 0
}
