import { sql } from 'kysely'
import type { BaseCtx } from '../../../platform/context.ts'
import type { OneTimeToken } from './one-time-tokens.ts'
import { wallTime } from './wall-time.ts'

export interface SecondFactor {
  /** As the authenticator app knows it, in base 32. */
  readonly secret: string
  /** Null until the first code showed that the app has it. */
  readonly confirmedAt: Date | null
}

const placeOf = (userId: string) => ({
  table: 'users',
  column: 'second_factor_secret',
  accountId: userId,
  rowId: userId,
})

/** Null for whoever has none and has begun none. Nobody else changes it until the transaction ends. */
export async function holdSecondFactor(ctx: BaseCtx, userId: string): Promise<SecondFactor | null> {
  const row = await ctx.db
    .selectFrom('users')
    .select(['second_factor_secret', 'second_factor_confirmed_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row?.second_factor_secret) return null
  return {
    secret: ctx.app.sealer.open(row.second_factor_secret, placeOf(userId)),
    confirmedAt: row.second_factor_confirmed_at,
  }
}

/** Since when a person confirms who they are by a second factor; null for whoever doesn't. */
export async function secondFactorSince(ctx: BaseCtx, userId: string): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('users')
    .select('second_factor_confirmed_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.second_factor_confirmed_at ?? null
}

/** In place of one that was begun and never confirmed. */
export async function beginSecondFactor(ctx: BaseCtx, userId: string, secret: string): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({
      second_factor_secret: ctx.app.sealer.seal(secret, placeOf(userId)),
      second_factor_confirmed_at: null,
      second_factor_last_step: null,
    })
    .where('id', '=', userId)
    .execute()
}

export async function confirmSecondFactor(ctx: BaseCtx, userId: string): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ second_factor_confirmed_at: wallTime(ctx) })
    .where('id', '=', userId)
    .execute()
}

export async function removeSecondFactor(ctx: BaseCtx, userId: string): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ second_factor_secret: null, second_factor_confirmed_at: null, second_factor_last_step: null })
    .where('id', '=', userId)
    .execute()
  await ctx.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Uses up the time step of a code. False when it, or a later one, was used before. */
export async function spendStep(ctx: BaseCtx, userId: string, step: number): Promise<boolean> {
  const row = await ctx.db
    .updateTable('users')
    .set({ second_factor_last_step: step })
    .where('id', '=', userId)
    .where(sql<boolean>`coalesce(second_factor_last_step, -1) < ${step}`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** In place of all former ones. */
export async function replaceRecoveryCodes(
  ctx: BaseCtx,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await ctx.db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await ctx.db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute()
}

/** False for a code that is none of theirs, or was used before. */
export async function spendRecoveryCode(ctx: BaseCtx, userId: string, hash: Buffer): Promise<boolean> {
  const row = await ctx.db
    .updateTable('recovery_codes')
    .set({ used_at: wallTime(ctx) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst()
  return row !== undefined
}

export async function countRecoveryCodes(ctx: BaseCtx, userId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<bigint>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.left)
}

/** Of who had the account from a day before a link was made: as long as one may take to confirm a change of address. */
export async function removeSecondFactorSince(
  ctx: BaseCtx,
  userId: string,
  token: OneTimeToken,
): Promise<void> {
  const since = ctx.db
    .selectFrom('one_time_tokens')
    .select(sql<Date>`created_at - interval '24 hours'`.as('since'))
    .where('token_hash', '=', token.hash)
  const row = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('second_factor_confirmed_at', '>=', since)
    .executeTakeFirst()
  if (row) await removeSecondFactor(ctx, userId)
}
