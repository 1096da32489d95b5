import { sql, type Updateable } from 'kysely'
import type { Connection, Credentials } from '../../../gateways/accounting/port.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { ConnectionRow } from '../tables.ts'

const ofAccount = (ctx: Ctx) =>
  ctx.db.selectFrom('accounting_connections').selectAll().where('account_id', '=', ctx.accountId)

/** Returns the account's connections, the latest first. */
export const selectConnections = (ctx: Ctx): Promise<ConnectionRow[]> =>
  ofAccount(ctx).orderBy('connected_at', 'desc').orderBy('id').execute()

/** Returns the connection that is in use; null without one. */
export const liveConnection = async (ctx: Ctx): Promise<ConnectionRow | null> =>
  (await ofAccount(ctx).where('status', '=', 'connected').executeTakeFirst()) ?? null

export const lockConnection = async (ctx: Ctx, id: string): Promise<ConnectionRow | null> =>
  (await ofAccount(ctx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

/** Locks the account's connections, also the one that somebody else makes at the same time, so that only one becomes the live one. */
export async function lockConnections(ctx: Ctx): Promise<ConnectionRow[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`accounting connections ${ctx.accountId}`}, 0))`.execute(
    ctx.db,
  )
  return ofAccount(ctx).orderBy('id').forUpdate().execute()
}

const placeOf = (ctx: Ctx, id: string) => ({
  table: 'accounting_connections',
  column: 'credentials',
  accountId: ctx.accountId,
  rowId: id,
})

export const encryptCredentials = (ctx: Ctx, id: string, credentials: Credentials): Buffer =>
  ctx.app.encryption.encrypt(JSON.stringify(credentials), placeOf(ctx, id))

export const toConnection = (ctx: Ctx, row: ConnectionRow): Connection => ({
  accountId: ctx.accountId,
  remoteId: row.remote_id,
  ...(row.credentials && {
    credentials: JSON.parse(ctx.app.encryption.decrypt(row.credentials, placeOf(ctx, row.id))) as Credentials,
  }),
  sinceMs: row.connected_at.getTime(),
})

/** Writes a new connection, or replaces the former one to the same company. */
export async function saveConnection(
  ctx: Ctx,
  made: {
    readonly provider: string
    readonly name: string
    readonly credentials: Credentials
    readonly by: string | null
  },
  former: ConnectionRow | undefined,
): Promise<ConnectionRow> {
  const id = former?.id ?? nextId(ctx)
  const at = asDate(ctx.now)
  const values = {
    status: 'connected' as const,
    name: made.name,
    credentials: encryptCredentials(ctx, id, made.credentials),
    connected_at: at,
    connected_by: made.by,
    ended_at: null,
    ended_by: null,
    sync_status: 'queued' as const,
    sync_phase: null,
    sync_cursor: null,
    failures: 0,
    failure: null,
    next_sync_at: at,
  }
  return ctx.db
    .insertInto('accounting_connections')
    .values({
      account_id: ctx.accountId,
      id,
      provider: made.provider,
      remote_id: made.credentials.remoteId ?? '',
      posts_since: at,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'id']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function changeConnection(
  ctx: Ctx,
  id: string,
  changes: Updateable<Database['accounting_connections']>,
): Promise<ConnectionRow> {
  return ctx.db
    .updateTable('accounting_connections')
    .set(changes)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Counts live records by kind. */
export async function countLinks(ctx: Ctx, connectionId: string): Promise<Record<string, number>> {
  const rows = await ctx.db
    .selectFrom('accounting_links')
    .select(['kind', (eb) => eb.fn.countAll<bigint>().as('records')])
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .where('state', '=', 'live')
    .groupBy('kind')
    .execute()
  return Object.fromEntries(rows.map(({ kind, records }) => [kind, Number(records)]))
}

/** True when something was read from these books. */
export async function hasLinks(ctx: Ctx, connectionId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('accounting_links')
    .select('remote_id')
    .where('account_id', '=', ctx.accountId)
    .where('connection_id', '=', connectionId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** True while a platform is connected. */
export const isConnected = async (ctx: Ctx): Promise<boolean> => (await liveConnection(ctx)) !== null

/** Returns the platforms with a live connection. */
export const liveBooks = async (ctx: Ctx): Promise<string[]> =>
  (await selectConnections(ctx))
    .filter(({ status }) => status === 'connected')
    .map(({ provider }) => provider)
