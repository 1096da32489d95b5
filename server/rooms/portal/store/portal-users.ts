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

const COLUMNS = [
  'id',
  'email',
  'password_hash',
  'accepted_at',
  'disabled_at',
  'second_factor_confirmed_at',
  'invited_at',
] as const

interface Row {
  id: string
  email: string
  password_hash: string | null
  accepted_at: Date | null
  disabled_at: Date | null
  second_factor_confirmed_at: Date | null
  invited_at: Date | null
}

const toPortalUser = (row: Row): PortalUser => ({
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
    .select(COLUMNS)
    .where('account_id', '=', ctx.accountId)
    .where('email_key', '=', email)
    .executeTakeFirst()
  return row ? toPortalUser(row) : null
}

export async function findPortalUser(ctx: Ctx, id: string): Promise<PortalUser | null> {
  const row = await ctx.db
    .selectFrom('portal_users')
    .select(COLUMNS)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toPortalUser(row) : null
}

/** Locks the login against every other change until the transaction ends. */
export async function holdPortalUser(ctx: Ctx, id: string): Promise<PortalUser | null> {
  const row = await ctx.db
    .selectFrom('portal_users')
    .select(COLUMNS)
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

/**
 * Returns the login of a customer, or null. A customer has one login; a login may have several customers.
 */
export async function loginOfCustomer(ctx: Ctx, customerId: string): Promise<PortalUser | null> {
  const row = await ctx.db
    .selectFrom('portal_users as u')
    .innerJoin('portal_user_customers as l', (join) =>
      join.onRef('l.account_id', '=', 'u.account_id').onRef('l.portal_user_id', '=', 'u.id'),
    )
    .select(COLUMNS.map((column) => `u.${column}` as const))
    .where('l.account_id', '=', ctx.accountId)
    .where('l.customer_id', '=', customerId)
    .orderBy('l.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toPortalUser(row) : null
}

/**
 * Gives one login access to the customer and removes it from every other. Returns the ids of the logins that
 * lost it.
 */
export async function giveAccess(ctx: Ctx, customerId: string, portalUserId: string): Promise<string[]> {
  const taken = await ctx.db
    .deleteFrom('portal_user_customers')
    .where('account_id', '=', ctx.accountId)
    .where('customer_id', '=', customerId)
    .where('portal_user_id', '<>', portalUserId)
    .returning('portal_user_id')
    .execute()
  await ctx.db
    .insertInto('portal_user_customers')
    .values({
      account_id: ctx.accountId,
      portal_user_id: portalUserId,
      customer_id: customerId,
      created_at: asDate(ctx.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return taken.map((row) => row.portal_user_id)
}

export interface CustomerOfLogin {
  readonly id: string
  readonly shortName: string
  readonly companyName: string
}

/** Lists the customers between which a login may switch, by name. */
export async function customersOfLogin(ctx: Ctx, portalUserId: string): Promise<CustomerOfLogin[]> {
  return ctx.db
    .selectFrom('portal_user_customers as l')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.account_id', '=', 'l.account_id').onRef('c.id', '=', 'l.customer_id'),
    )
    .select(['c.id', 'c.short_name as shortName', 'c.company_name as companyName'])
    .where('l.account_id', '=', ctx.accountId)
    .where('l.portal_user_id', '=', portalUserId)
    .orderBy(sql`lower(c.short_name)`)
    .orderBy('c.id')
    .execute()
}
