import { type Insertable, sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { ConnectionRow, SyncRow } from '../tables.ts'

export type Counted = 'customers' | 'invoices' | 'credit_memos' | 'payments'

/** Begins the record of a sync. */
export const insertSync = (ctx: Ctx, connection: ConnectionRow, isFull: boolean): Promise<void> =>
  addSync(ctx, connection.id, { full_reading: isFull })

async function addSync(
  ctx: Ctx,
  connectionId: string,
  values: Pick<
    Insertable<Database['accounting_syncs']>,
    'full_reading' | 'finished_at' | 'posted' | 'removed'
  >,
): Promise<void> {
  await ctx.db
    .insertInto('accounting_syncs')
    .values({
      account_id: ctx.accountId,
      id: nextId(ctx),
      connection_id: connectionId,
      started_at: asDate(ctx.now),
      ...values,
    })
    .execute()
}

const LATEST = (ctx: Ctx, connectionId: string) => sql`
  account_id = ${ctx.accountId} and id = (select s.id from accounting_syncs s
    where s.account_id = ${ctx.accountId} and s.connection_id = ${connectionId} order by s.started_at desc, s.id desc limit 1)`

/** Adds to what the current sync has read. */
export async function countInSync(
  ctx: Ctx,
  connectionId: string,
  counts: Readonly<Partial<Record<Counted, number>>>,
): Promise<void> {
  const { customers = 0, invoices = 0, credit_memos = 0, payments = 0 } = counts
  await sql`
    update accounting_syncs set customers = customers + ${customers}::int, invoices = invoices + ${invoices}::int,
      credit_memos = credit_memos + ${credit_memos}::int, payments = payments + ${payments}::int
    where ${LATEST(ctx, connectionId)}`.execute(ctx.db)
}

/** Ends the latest sync for what is posted: this run has read nothing, so that its posts are not those of an earlier one. */
export async function endSyncForPosts(ctx: Ctx, connectionId: string): Promise<void> {
  await sql`update accounting_syncs set is_over = true where ${LATEST(ctx, connectionId)} and not is_over`.execute(
    ctx.db,
  )
}

/** Counts a record that was posted there or removed again, in the current sync or in a row of its own after it. */
export async function countPostInSync(
  ctx: Ctx,
  connectionId: string,
  what: 'posted' | 'removed',
): Promise<void> {
  const column = sql.ref(what)
  const { numAffectedRows } = await sql`
    update accounting_syncs set ${column} = ${column} + 1
    where ${LATEST(ctx, connectionId)} and not is_over`.execute(ctx.db)
  if (numAffectedRows !== 0n) return
  await addSync(ctx, connectionId, { full_reading: false, finished_at: asDate(ctx.now), [what]: 1 })
}

/** The current sync reads everything, because the platform has forgotten changes. */
export async function noteFull(ctx: Ctx, connectionId: string): Promise<void> {
  await sql`update accounting_syncs set full_reading = true where ${LATEST(ctx, connectionId)}`.execute(
    ctx.db,
  )
}

export async function finishSync(ctx: Ctx, connectionId: string, failure: string | null): Promise<void> {
  await sql`
    update accounting_syncs set finished_at = ${asDate(ctx.now)}::timestamptz, failure = ${failure}::text
    where ${LATEST(ctx, connectionId)}`.execute(ctx.db)
}

export async function selectSyncs(
  ctx: Ctx,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ rows: (SyncRow & { provider: string; company: string })[]; count: number }> {
  const of = ctx.db.selectFrom('accounting_syncs as s').where('s.account_id', '=', ctx.accountId)
  const { count } = await of.select((eb) => eb.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  const rows = await of
    .innerJoin('accounting_connections as c', (join) =>
      join.onRef('c.account_id', '=', 's.account_id').onRef('c.id', '=', 's.connection_id'),
    )
    .selectAll('s')
    .select(['c.provider', 'c.name as company'])
    .orderBy('s.started_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, count: Number(count) }
}
