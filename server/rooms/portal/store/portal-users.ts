import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { nextId } from '../../../platform/context.ts'

export interface PortalUser {
  readonly id: string
  readonly email: string
  readonly passwordHash: string | null
  readonly accepted: boolean
  readonly disabled: boolean
  /** Logins also require a code. */
  readonly secondFactor: boolean
  /** Epoch ms of the last invitation, or null. */
  readonly invitedAtMs: number | null
}

export const LOGIN_COLUMNS = [
  'id',
  'email',
  'password_hash',
  'accepted_at',
  'disabled_at',
  'second_factor_confirmed_at',
  'invited_at',
] as const

export interface LoginRow {
  id: string
  email: string
  password_hash: string | null
  accepted_at: Date | null
  disabled_at: Date | null
  second_factor_confirmed_at: Date | null
  invited_at: Date | null
}

export const toPortalUser = (row: LoginRow): PortalUser => ({
  id: row.id,
  email: row.email,
  passwordHash: row.password_hash,
  accepted: row.accepted_at !== null,
  disabled: row.disabled_at !== null,
  secondFactor: row.second_factor_confirmed_at !== null,
  invitedAtMs: row.invited_at?.getTime() ?? null,
})

/** `email` is normalized. */
export async function findPortalUserByEmail(ctx: Ctx, email: string): Promise<PortalUser | null> {
  const row = await ctx.db
    .selectFrom('portal_users')
    .select(LOGIN_COLUMNS)
    .where('account_id', '=', ctx.accountId)
    .where('email_key', '=', email)
    .executeTakeFirst()
  return row ? toPortalUser(row) : null
}

export async function findPortalUser(ctx: Ctx, id: string): Promise<PortalUser | null> {
  const row = await ctx.db
    .selectFrom('portal_users')
    .select(LOGIN_COLUMNS)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toPortalUser(row) : null
}

/** Locks the login against every other change until the transaction ends. */
export async function holdPortalUser(ctx: Ctx, id: string): Promise<PortalUser | null> {
  const row = await ctx.db
    .selectFrom('portal_users')
    .select(LOGIN_COLUMNS)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? toPortalUser(row) : null
}

/** Returns the login of an address, creating it if needed. */
export async function ensurePortalUser(ctx: Ctx, email: string): Promise<PortalUser> {
  await ctx.db
    .insertInto('portal_users')
    .values({
      account_id: ctx.accountId,
      id: nextId(ctx),
      email,
      password_hash: null,
      invited_at: null,
      accepted_at: null,
      disabled_at: null,
      created_at: asDate(ctx.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const user = await findPortalUserByEmail(ctx, email)
  if (user === null) throw new Error('A portal login was neither made nor found.')
  return user
}

/** Sets a password chosen by the owner, which accepts the invitation. */
export async function acceptWithPassword(ctx: Ctx, id: string, hash: string): Promise<void> {
  await ctx.db
    .updateTable('portal_users')
    .set({ password_hash: hash, accepted_at: sql`coalesce(accepted_at, ${asDate(ctx.now)})` })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

/** Accepts the invitation of a login whose person proved the address without choosing a password. */
export async function acceptInvitation(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('portal_users')
    .set({ accepted_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .execute()
}

/** Records that the person of a login was here. */
export async function markSeen(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('portal_users')
    .set({ last_seen_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

export async function setPortalPasswordHash(ctx: Ctx, id: string, hash: string): Promise<void> {
  await ctx.db
    .updateTable('portal_users')
    .set({ password_hash: hash })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

export async function markInvited(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('portal_users')
    .set({ invited_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}
