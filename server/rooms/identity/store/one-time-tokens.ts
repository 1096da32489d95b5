import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { BaseCtx } from '../../../platform/context.ts'
import { TOKEN_LIFE_MS, type TokenPurpose } from '../rules.ts'
import { wallTime } from './wall-time.ts'

/** Purpose and owner of a one-time link or code. */
export interface TokenSubject {
  readonly purpose: TokenPurpose
  readonly email: string
  readonly userId?: string
  readonly accountId?: string
  /** Portal user, or the session that a code unlocks. */
  readonly subjectId?: string
}

export interface OneTimeToken {
  readonly hash: Buffer
  readonly purpose: TokenPurpose
  readonly email: string
  readonly userId: string | null
  readonly accountId: string | null
  readonly subjectId: string | null
  readonly failures: number
}

const COLUMNS = ['token_hash', 'purpose', 'email', 'user_id', 'account_id', 'subject_id', 'failures'] as const

interface Row {
  token_hash: Buffer
  purpose: TokenPurpose
  email: string
  user_id: string | null
  account_id: string | null
  subject_id: string | null
  failures: number
}

const toToken = (row: Row | undefined): OneTimeToken | null =>
  row
    ? {
        hash: row.token_hash,
        purpose: row.purpose,
        email: row.email,
        userId: row.user_id,
        accountId: row.account_id,
        subjectId: row.subject_id,
        failures: row.failures,
      }
    : null

/** Tokens that are neither used nor expired. */
const usable = (ctx: BaseCtx) =>
  ctx.db.selectFrom('one_time_tokens').where('used_at', 'is', null).where('expires_at', '>', wallTime(ctx))

export async function insertToken(ctx: BaseCtx, hash: Buffer, about: TokenSubject): Promise<void> {
  const now = wallTime(ctx)
  const facts = {
    token_hash: hash,
    purpose: about.purpose,
    user_id: about.userId ?? null,
    account_id: about.accountId ?? null,
    subject_id: about.subjectId ?? null,
    email: about.email,
    created_at: now,
    expires_at: asDate(now.getTime() + TOKEN_LIFE_MS[about.purpose]),
    used_at: null,
    failures: 0,
  }
  // A six-digit code can repeat for the same session; a link's 256 bits cannot.
  await ctx.db
    .insertInto('one_time_tokens')
    .values(facts)
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(facts))
    .execute()
}

/** Returns a usable token without using it up. */
export async function findUsableToken(
  ctx: BaseCtx,
  hash: Buffer,
  purposes: readonly TokenPurpose[],
): Promise<OneTimeToken | null> {
  const row = await usable(ctx)
    .select(COLUMNS)
    .where('token_hash', '=', hash)
    .where('purpose', 'in', purposes)
    .executeTakeFirst()
  return toToken(row)
}

/** Returns a token even when it is used or expired, until it is deleted. */
export async function findToken(
  ctx: BaseCtx,
  hash: Buffer,
  purposes: readonly TokenPurpose[],
): Promise<OneTimeToken | null> {
  const row = await ctx.db
    .selectFrom('one_time_tokens')
    .select(COLUMNS)
    .where('token_hash', '=', hash)
    .where('purpose', 'in', purposes)
    .executeTakeFirst()
  return toToken(row)
}

/** Uses up a token. One of any number of parallel callers gets it; the others get null. */
export async function spendToken(
  ctx: BaseCtx,
  hash: Buffer,
  purposes: readonly TokenPurpose[],
): Promise<OneTimeToken | null> {
  const now = wallTime(ctx)
  const row = await ctx.db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hash)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(COLUMNS)
    .executeTakeFirst()
  return toToken(row)
}

/** Voids every unused token of a purpose and a person or subject. */
export async function retireTokens(
  ctx: BaseCtx,
  purpose: TokenPurpose,
  whose: { userId: string } | { subjectId: string },
): Promise<void> {
  const query = ctx.db
    .updateTable('one_time_tokens')
    .set({ used_at: wallTime(ctx) })
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
  await ('userId' in whose
    ? query.where('user_id', '=', whose.userId)
    : query.where('subject_id', '=', whose.subjectId)
  ).execute()
}

/** Voids a person's unused tokens of these purposes that are not older than this one. */
export async function retireSince(
  ctx: BaseCtx,
  token: OneTimeToken,
  purposes: readonly TokenPurpose[],
): Promise<void> {
  const since = ctx.db.selectFrom('one_time_tokens').select('created_at').where('token_hash', '=', token.hash)
  await ctx.db
    .updateTable('one_time_tokens')
    .set({ used_at: wallTime(ctx) })
    .where('purpose', 'in', purposes)
    .where('user_id', '=', token.userId)
    .where('used_at', 'is', null)
    .where('created_at', '>=', since)
    .execute()
}

/** Returns the address that a person's usable link of a purpose was mailed to, or null. */
export async function findMailedTo(
  ctx: BaseCtx,
  purpose: TokenPurpose,
  userId: string,
): Promise<string | null> {
  const row = await usable(ctx)
    .select('email')
    .where('purpose', '=', purpose)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.email ?? null
}

/** Returns the usable code of a subject, locked so that attempts are counted one after the other. */
export async function lockCode(
  ctx: BaseCtx,
  purpose: TokenPurpose,
  subjectId: string,
): Promise<OneTimeToken | null> {
  const row = await usable(ctx)
    .select(COLUMNS)
    .where('purpose', '=', purpose)
    .where('subject_id', '=', subjectId)
    .forUpdate()
    .executeTakeFirst()
  return toToken(row)
}

export async function countFailure(ctx: BaseCtx, code: OneTimeToken): Promise<void> {
  await ctx.db
    .updateTable('one_time_tokens')
    .set({ failures: code.failures + 1 })
    .where('token_hash', '=', code.hash)
    .execute()
}

/**
 * Deletes up to `most` tokens that were used or expired before `before`. The index is on this exact
 * expression.
 */
export async function deleteSpentTokens(ctx: BaseCtx, before: Date, most: number): Promise<void> {
  await sql`delete from one_time_tokens where token_hash in (
    select token_hash from one_time_tokens where least(expires_at, coalesce(used_at, expires_at)) < ${before}
    limit ${most})`.execute(ctx.db)
}
