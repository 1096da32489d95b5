import { sql } from 'kysely'
import type { BaseCtx } from '../../../platform/context.ts'
import { TOKEN_LIFE_MS } from '../rules.ts'
import type { OneTimeToken } from './one-time-tokens.ts'
import { wallTime } from './wall-time.ts'

export interface SecondFactor {
  /** Base32, as the authenticator app stores it. */
  readonly secret: string
  /** Null until the first code confirms that the app has the secret. */
  readonly confirmedAt: Date | null
}

/** The second factor of one login, independent of where logins of its kind are stored. */
export interface SecondFactorStore {
  /** Locks the factor until the transaction ends. Null when there is none, not even a begun one. */
  lock(ctx: BaseCtx): Promise<SecondFactor | null>
  /** Confirmation time; null without a confirmed factor. */
  since(ctx: BaseCtx): Promise<Date | null>
  /** Replaces a factor that was begun and never confirmed. */
  begin(ctx: BaseCtx, secret: string): Promise<void>
  confirm(ctx: BaseCtx): Promise<void>
  remove(ctx: BaseCtx): Promise<void>
  /** Uses up the time step of a code. False when this or a later step was used before. */
  spendStep(ctx: BaseCtx, step: number): Promise<boolean>
  /** Replaces all former codes. */
  replaceRecoveryCodes(ctx: BaseCtx, hashes: readonly Buffer[]): Promise<void>
  /** Uses up one code, matched by any of its hashes. False when it is unknown or was used before. */
  spendRecoveryCode(ctx: BaseCtx, hashes: readonly Buffer[]): Promise<boolean>
  countRecoveryCodes(ctx: BaseCtx): Promise<number>
}

export const factorOfUser = (userId: string): SecondFactorStore => ({
  lock: (ctx) => lockSecondFactor(ctx, userId),
  since: (ctx) => secondFactorSince(ctx, userId),
  begin: (ctx, secret) => beginSecondFactor(ctx, userId, secret),
  confirm: (ctx) => confirmSecondFactor(ctx, userId),
  remove: (ctx) => removeSecondFactor(ctx, userId),
  spendStep: (ctx, step) => spendStep(ctx, userId, step),
  replaceRecoveryCodes: (ctx, hashes) => replaceRecoveryCodes(ctx, userId, hashes),
  spendRecoveryCode: (ctx, hashes) => spendRecoveryCode(ctx, userId, hashes),
  countRecoveryCodes: (ctx) => countRecoveryCodes(ctx, userId),
})

const encryptionContext = (userId: string) => ({
  table: 'users',
  column: 'second_factor_secret',
  accountId: userId,
  rowId: userId,
})

/** See SecondFactorStore for this function and the following ones. */
export async function lockSecondFactor(ctx: BaseCtx, userId: string): Promise<SecondFactor | null> {
  const row = await ctx.db
    .selectFrom('users')
    .select(['second_factor_secret', 'second_factor_confirmed_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row?.second_factor_secret) return null
  return {
    secret: ctx.app.encryption.decrypt(row.second_factor_secret, encryptionContext(userId)),
    confirmedAt: row.second_factor_confirmed_at,
  }
}

async function secondFactorSince(ctx: BaseCtx, userId: string): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('users')
    .select('second_factor_confirmed_at')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.second_factor_confirmed_at ?? null
}

export async function beginSecondFactor(ctx: BaseCtx, userId: string, secret: string): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({
      second_factor_secret: ctx.app.encryption.encrypt(secret, encryptionContext(userId)),
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

async function spendStep(ctx: BaseCtx, userId: string, step: number): Promise<boolean> {
  const row = await ctx.db
    .updateTable('users')
    .set({ second_factor_last_step: step })
    .where('id', '=', userId)
    .where(sql<boolean>`coalesce(second_factor_last_step, -1) < ${step}`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

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

async function spendRecoveryCode(ctx: BaseCtx, userId: string, hashes: readonly Buffer[]): Promise<boolean> {
  const row = await ctx.db
    .updateTable('recovery_codes')
    .set({ used_at: wallTime(ctx) })
    .where('user_id', '=', userId)
    .where('code_hash', 'in', hashes)
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

/**
 * Removes the second factor of an intruder when the former address takes the account back by this link: one
 * that was only begun, or confirmed less than a week before the link was made. An earlier one is taken for
 * the owner's own, because the owner was notified of it at that address with a link that undid it for the
 * whole week (TOKEN_LIFE_MS).
 */
export async function removeSecondFactorOfTaker(
  ctx: BaseCtx,
  userId: string,
  token: OneTimeToken,
): Promise<void> {
  const week = sql`make_interval(secs => ${TOKEN_LIFE_MS.undo_second_factor / 1000})`
  const since = ctx.db
    .selectFrom('one_time_tokens')
    .select(sql<Date>`created_at - ${week}`.as('since'))
    .where('token_hash', '=', token.hash)
  const row = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where((eb) =>
      eb.or([eb('second_factor_confirmed_at', 'is', null), eb('second_factor_confirmed_at', '>=', since)]),
    )
    .executeTakeFirst()
  if (row) await removeSecondFactor(ctx, userId)
}

/** Removes a factor that was begun and never confirmed. */
export async function forgetBegunSecondFactor(ctx: BaseCtx, userId: string): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ second_factor_secret: null, second_factor_last_step: null })
    .where('id', '=', userId)
    .where('second_factor_confirmed_at', 'is', null)
    .execute()
}
