import { sql } from 'kysely'
import { MINUTE_MS } from '../../../../domain/dates/durations.ts'
import type { ApiScope } from '../../../../domain/people/api-scopes.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { sha256 } from '../../../platform/ids.ts'
import type { ApiKeyRow } from '../tables.ts'

const keys = (ctx: Ctx) => ctx.db.selectFrom('api_keys').selectAll().where('account_id', '=', ctx.accountId)

/** Returns all keys, the newest first. */
export const selectKeys = (ctx: Ctx): Promise<ApiKeyRow[]> =>
  keys(ctx).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()

export const findKeyByText = (ctx: Ctx, key: string): Promise<ApiKeyRow | undefined> =>
  keys(ctx).where('key_hash', '=', sha256(key)).executeTakeFirst()

/** Locks a key until the transaction ends. */
export const lockKey = (ctx: Ctx, id: string): Promise<ApiKeyRow | undefined> =>
  keys(ctx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Creates keys one at a time, so that none exceeds the limit. Returns how many are in use. */
export async function lockAndCountActive(ctx: Ctx): Promise<number> {
  await sql`select from companies where account_id = ${ctx.accountId} for no key update`.execute(ctx.db)
  const row = await ctx.db
    .selectFrom('api_keys')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('account_id', '=', ctx.accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export const insertKey = (
  ctx: Ctx,
  key: {
    readonly name: string
    readonly prefix: string
    readonly text: string
    readonly scopes: readonly ApiScope[]
    readonly expiresAt: number | null
    readonly createdBy: string
  },
): Promise<ApiKeyRow> =>
  ctx.db
    .insertInto('api_keys')
    .values({
      account_id: ctx.accountId,
      id: nextId(ctx),
      name: key.name,
      prefix: key.prefix,
      ending: key.text.slice(-4),
      key_hash: sha256(key.text),
      scopes: [...key.scopes],
      created_by: key.createdBy,
      created_at: asDate(ctx.app.clock.wallNow()),
      expires_at: key.expiresAt === null ? null : asDate(key.expiresAt),
      last_used_at: null,
      revoked_at: null,
      revoked_by: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const renameKeyRow = (ctx: Ctx, id: string, name: string): Promise<ApiKeyRow> =>
  ctx.db
    .updateTable('api_keys')
    .set({ name })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function revokeKeyRow(ctx: Ctx, id: string, userId: string): Promise<void> {
  await ctx.db
    .updateTable('api_keys')
    .set({ revoked_at: asDate(ctx.app.clock.wallNow()), revoked_by: userId })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

/** Notes a use at most once a minute. Skips a row that another request has locked, so that no request waits. */
export async function noteUse(ctx: Ctx, id: string): Promise<void> {
  const now = ctx.app.clock.wallNow()
  await sql`update api_keys set last_used_at = ${asDate(now)}
    where (account_id, id) in (select account_id, id from api_keys where account_id = ${ctx.accountId} and id = ${id}
      and (last_used_at is null or last_used_at < ${asDate(now - MINUTE_MS)}) for no key update skip locked)`.execute(
    ctx.db,
  )
}
