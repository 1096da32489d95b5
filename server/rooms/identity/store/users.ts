import { sql } from 'kysely'
import type { BaseCtx } from '../../../platform/context.ts'
import { wallTime } from './wall-time.ts'

export interface User {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly emailVerified: boolean
  readonly disabled: boolean
  readonly passwordHash: string | null
  /**
   * Null for a person who belongs to no account. They have no audit log, and their mails are stored under
   * their own id.
   */
  readonly homeAccountId: string | null
  /** Whether logins require a code besides the password. */
  readonly secondFactor: boolean
}

const USER_COLUMNS = [
  'id',
  'email',
  'first_name',
  'last_name',
  'email_verified_at',
  'disabled_at',
  'password_hash',
  'home_account_id',
  'second_factor_confirmed_at',
] as const

interface UserRow {
  id: string
  email: string
  first_name: string
  last_name: string
  email_verified_at: Date | null
  disabled_at: Date | null
  password_hash: string | null
  home_account_id: string | null
  second_factor_confirmed_at: Date | null
}

const toUser = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  emailVerified: row.email_verified_at !== null,
  disabled: row.disabled_at !== null,
  passwordHash: row.password_hash,
  homeAccountId: row.home_account_id,
  secondFactor: row.second_factor_confirmed_at !== null,
})

/** `email` is normalized. */
export async function findUserByEmail(ctx: BaseCtx, email: string): Promise<User | null> {
  const row = await ctx.db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where(sql<string>`lower(email)`, '=', email)
    .executeTakeFirst()
  return row ? toUser(row) : null
}

export async function findUser(ctx: BaseCtx, id: string): Promise<User | null> {
  const row = await ctx.db.selectFrom('users').select(USER_COLUMNS).where('id', '=', id).executeTakeFirst()
  return row ? toUser(row) : null
}

/**
 * Locks the user if the password hash is still `hash`, so that no reset can interfere until the transaction
 * ends.
 */
export async function holdUserWithPassword(ctx: BaseCtx, id: string, hash: string): Promise<User | null> {
  const row = await ctx.db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('id', '=', id)
    .where('password_hash', '=', hash)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? toUser(row) : null
}

/**
 * Locks the user against being disabled or given another second factor until the transaction ends. Null for
 * a user who cannot log in.
 */
export async function holdUser(ctx: BaseCtx, id: string): Promise<User | null> {
  const row = await ctx.db
    .selectFrom('users')
    .select(USER_COLUMNS)
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? toUser(row) : null
}

export type NewUser = Omit<User, 'disabled' | 'secondFactor'>

/** False when the address is taken. */
export async function insertUser(ctx: BaseCtx, user: NewUser): Promise<boolean> {
  const now = wallTime(ctx)
  const row = await ctx.db
    .insertInto('users')
    .values({
      id: user.id,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      password_hash: user.passwordHash,
      email_verified_at: user.emailVerified ? now : null,
      home_account_id: user.homeAccountId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function setPasswordHash(ctx: BaseCtx, userId: string, hash: string): Promise<void> {
  await ctx.db.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute()
}

export async function setNames(
  ctx: BaseCtx,
  userId: string,
  names: { first_name?: string; last_name?: string },
): Promise<void> {
  await ctx.db.updateTable('users').set(names).where('id', '=', userId).execute()
}

/**
 * Frees an address from a person who signed up with it and never verified it; their login keeps a
 * placeholder address. Returns the id of that person, or null.
 */
export async function releaseUnproven(ctx: BaseCtx, email: string): Promise<string | null> {
  const row = await ctx.db
    .updateTable('users')
    .set({ email: sql`id || '@released.invalid'` })
    .where(sql<string>`lower(email)`, '=', email)
    .where('email_verified_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Sets the account that stores the person's mails and audit entries from now on, or null for none. */
export async function setHome(ctx: BaseCtx, userId: string, accountId: string | null): Promise<void> {
  await ctx.db.updateTable('users').set({ home_account_id: accountId }).where('id', '=', userId).execute()
}

/** Removes the password, so that only a reset link can set a new one. */
export async function forgetPassword(ctx: BaseCtx, userId: string): Promise<void> {
  await ctx.db.updateTable('users').set({ password_hash: null }).where('id', '=', userId).execute()
}

const UNIQUE_VIOLATION = '23505'

/**
 * Replaces the address with a verified one. Null when it is taken: the failed statement has aborted the
 * transaction.
 */
export async function updateEmail(ctx: BaseCtx, userId: string, email: string): Promise<User | null> {
  try {
    const row = await ctx.db
      .updateTable('users')
      .set({ email, email_verified_at: wallTime(ctx) })
      .where('id', '=', userId)
      .returning(USER_COLUMNS)
      .executeTakeFirstOrThrow()
    return toUser(row)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return null
    throw error
  }
}

/** Null when the address has changed since. */
export async function markEmailVerified(ctx: BaseCtx, userId: string, email: string): Promise<User | null> {
  const row = await ctx.db
    .updateTable('users')
    .set({ email_verified_at: sql`coalesce(email_verified_at, ${wallTime(ctx)})` })
    .where('id', '=', userId)
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .returning(USER_COLUMNS)
    .executeTakeFirst()
  return row ? toUser(row) : null
}
