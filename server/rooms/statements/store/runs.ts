import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { Sending } from '../rules/sending.ts'
import type { StatementRunRow } from '../tables.ts'

/**
 * Adds a run. Returns its id; null when the schedule's run for the period exists, or a person's run for it is going on.
 */
export async function insertRun(
  ctx: Ctx,
  source: StatementRunRow['source'],
  { kind, period, onlyOpen }: Sending,
  customers: number,
): Promise<string | null> {
  const row = await ctx.db
    .insertInto('statement_runs')
    .values({
      account_id: ctx.accountId,
      id: nextId(ctx),
      source,
      kind,
      period_from: period.from,
      period_to: period.to,
      only_open: onlyOpen,
      state: 'running',
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
  ctx.db.selectFrom('statement_runs').selectAll().where('account_id', '=', ctx.accountId)

/** Locks a run that is going on until the transaction ends; null when it has ended. */
export const lockRunning = async (ctx: Ctx, id: string): Promise<StatementRunRow | null> =>
  (await runs(ctx).where('id', '=', id).where('state', '=', 'running').forUpdate().executeTakeFirst()) ?? null

/** Returns a run; null when there is none. */
export const findRun = async (ctx: Ctx, id: string): Promise<StatementRunRow | null> =>
  (await runs(ctx).where('id', '=', id).executeTakeFirst()) ?? null

/** Returns the last runs, the latest first. */
export const selectRuns = (ctx: Ctx, limit: number): Promise<StatementRunRow[]> =>
  runs(ctx).orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()

/** Returns the schedule's runs with the latest period first. */
export const selectScheduledRuns = (ctx: Ctx, limit: number): Promise<StatementRunRow[]> =>
  runs(ctx).where('source', '=', 'schedule').orderBy('period_to', 'desc').limit(limit).execute()

/** Records that customers were served, or failed; without customers, that the run is done. */
export async function moveRun(
  ctx: Ctx,
  id: string,
  customers: readonly string[],
  { sent = 0, failed = 0 }: { readonly sent?: number; readonly failed?: number },
): Promise<void> {
  const last = customers.at(-1)
  await ctx.db
    .updateTable('statement_runs')
    .set(({ eb }) => ({
      customers_done: eb('customers_done', '+', customers.length),
      sent_count: eb('sent_count', '+', sent),
      failed_count: eb('failed_count', '+', failed),
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
export async function endRun(
  ctx: Ctx,
  id: string,
  state: 'failed' | 'canceled',
  failure: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update statement_runs set state = ${state}, failure = ${failure}, finished_at = ${asDate(ctx.now)}
    where account_id = ${ctx.accountId} and id = ${id} and state = 'running' returning id`.execute(ctx.db)
  return rows.length > 0
}
