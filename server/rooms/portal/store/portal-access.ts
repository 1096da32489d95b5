import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { LOGIN_COLUMNS, type LoginRow, type PortalUser, toPortalUser } from './portal-users.ts'

/** A person who may log in for a customer. */
export interface PersonOfCustomer extends PortalUser {
  readonly accessSinceMs: number
  /** Epoch ms of the last login or refresh, or null. */
  readonly lastSeenAtMs: number | null
}

const toPerson = (row: LoginRow & { access_since: Date; last_seen_at: Date | null }): PersonOfCustomer => ({
  ...toPortalUser(row),
  accessSinceMs: row.access_since.getTime(),
  lastSeenAtMs: row.last_seen_at?.getTime() ?? null,
})

/** True for a login `u` that was not here since it got its access `l`. */
export const wasNotHere = sql<boolean>`(u.accepted_at is null or u.last_seen_at is null or u.last_seen_at < l.created_at)`

/**
 * Lists the logins of a customer. The first is the customer's first person: of those who logged in since they got access, the one
 * who got it first. Visits before that don't count, because their order would tell who logs in for other customers.
 */
export async function peopleOfCustomer(ctx: Ctx, customerId: string): Promise<PersonOfCustomer[]> {
  const rows = await ctx.db
    .selectFrom('portal_users as u')
    .innerJoin('portal_user_customers as l', (join) =>
      join.onRef('l.account_id', '=', 'u.account_id').onRef('l.portal_user_id', '=', 'u.id'),
    )
    .select(LOGIN_COLUMNS.map((column) => `u.${column}` as const))
    .select(['l.created_at as access_since', 'u.last_seen_at'])
    .where('l.account_id', '=', ctx.accountId)
    .where('l.customer_id', '=', customerId)
    .orderBy(wasNotHere)
    .orderBy('l.created_at')
    .orderBy('u.id')
    .execute()
  return rows.map(toPerson)
}

/** Returns the login of the customer's first person, or null. */
export async function loginOfCustomer(ctx: Ctx, customerId: string): Promise<PersonOfCustomer | null> {
  return (await peopleOfCustomer(ctx, customerId))[0] ?? null
}

/**
 * Locks who logs in for these customers until the transaction ends, so that nobody gets, moves or loses access meanwhile. Comes
 * before any login is locked.
 */
export async function holdPeople(ctx: Ctx, customerIds: readonly string[]): Promise<void> {
  await sql`select from customers where account_id = ${ctx.accountId} and id = any(${customerIds}::uuid[])
    order by id for no key update`.execute(ctx.db)
}

/** Gives a login access to a customer. Returns false when it had it. */
export async function giveAccess(ctx: Ctx, customerId: string, portalUserId: string): Promise<boolean> {
  await forgetEndedAccess(ctx, customerId, portalUserId)
  const row = await ctx.db
    .insertInto('portal_user_customers')
    .values({
      account_id: ctx.accountId,
      portal_user_id: portalUserId,
      customer_id: customerId,
      created_at: asDate(ctx.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('customer_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends a login's access to a customer, and remembers it for the list. Returns false when it had none. */
export async function endAccess(ctx: Ctx, customerId: string, portalUserId: string): Promise<boolean> {
  const row = await ctx.db
    .deleteFrom('portal_user_customers')
    .where('account_id', '=', ctx.accountId)
    .where('customer_id', '=', customerId)
    .where('portal_user_id', '=', portalUserId)
    .returning('customer_id')
    .executeTakeFirst()
  if (row === undefined) return false
  await ctx.db
    .insertInto('ended_portal_access')
    .values({
      account_id: ctx.accountId,
      portal_user_id: portalUserId,
      customer_id: customerId,
      ended_at: asDate(ctx.now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return true
}

/** Forgets that a login's access to a customer was ended. */
export async function forgetEndedAccess(ctx: Ctx, customerId: string, portalUserId: string): Promise<void> {
  await ctx.db
    .deleteFrom('ended_portal_access')
    .where('account_id', '=', ctx.accountId)
    .where('portal_user_id', '=', portalUserId)
    .where('customer_id', '=', customerId)
    .execute()
}

/** Returns whether a login's access to a customer was ended. */
export async function isAccessEnded(ctx: Ctx, customerId: string, portalUserId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('ended_portal_access')
    .select('customer_id')
    .where('account_id', '=', ctx.accountId)
    .where('portal_user_id', '=', portalUserId)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return row !== undefined
}

export interface CustomerOfLogin {
  readonly id: string
  readonly shortName: string
  readonly companyName: string
  readonly mergedInto: string | null
}

/** Lists the customers between which a login may switch, by name; those that were merged into others come last. */
export async function customersOfLogin(ctx: Ctx, portalUserId: string): Promise<CustomerOfLogin[]> {
  return ctx.db
    .selectFrom('portal_user_customers as l')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.account_id', '=', 'l.account_id').onRef('c.id', '=', 'l.customer_id'),
    )
    .select([
      'c.id',
      'c.short_name as shortName',
      'c.company_name as companyName',
      'c.merged_into as mergedInto',
    ])
    .where('l.account_id', '=', ctx.accountId)
    .where('l.portal_user_id', '=', portalUserId)
    .orderBy(sql`c.merged_into is not null`)
    .orderBy(sql`lower(c.short_name)`)
    .orderBy('c.id')
    .execute()
}
