import { sql } from 'kysely'
import type { PlanName } from '../../../../domain/accounts/plans.ts'
import type { Subscription, SubscriptionStatus } from '../../../../domain/accounts/subscription.ts'
import type { StaffRole } from '../../../../domain/people/roles.ts'
import { asDate } from '../../../platform/clock.ts'
import { type BaseCtx, type Ctx, passOn } from '../../../platform/context.ts'
import { likePattern } from '../../../platform/db/search.ts'
import { pageOf, readCountedPage } from '../../../platform/db/window.ts'
import { type Account, type ConnectedProcessor, subscriptionThatCounts } from '../rules.ts'
import { ACCOUNT_ROWS, type AccountRow, toAccount } from './accounts.ts'

/** A member as other members see them. */
export interface Colleague {
  readonly userId: string
  readonly role: StaffRole
  readonly email: string
  readonly firstName: string
  readonly lastName: string
}

/** A firm of accountants through which somebody works in a company. */
export interface Firm {
  readonly id: string
  /** As of when they got access. */
  readonly name: string
}

export interface Member extends Colleague {
  readonly since: Date
  readonly secondFactor: boolean
  readonly firm: Firm | null
}

/** False when they are a member already; their role stays. */
export async function insertMember(
  ctx: Ctx,
  userId: string,
  role: StaffRole,
  firm: Firm | null = null,
): Promise<boolean> {
  const row = await ctx.db
    .insertInto('memberships')
    .values({
      account_id: ctx.accountId,
      user_id: userId,
      role,
      created_at: asDate(ctx.app.clock.wallNow()),
      firm_id: firm?.id ?? null,
      firm_name: firm?.name ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Locks the account's memberships and roles until the transaction ends. */
export async function lockMembers(ctx: Ctx): Promise<void> {
  // Not the account's own row, of which each node of a distributed database has a copy: all companies would wait.
  await sql`select from companies where account_id = ${ctx.accountId} for no key update`.execute(ctx.db)
}

export async function updateRole(ctx: Ctx, userId: string, role: StaffRole): Promise<void> {
  await ctx.db
    .updateTable('memberships')
    .set({ role })
    .where('account_id', '=', ctx.accountId)
    .where('user_id', '=', userId)
    .execute()
}

export async function deleteMember(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db
    .deleteFrom('memberships')
    .where('account_id', '=', ctx.accountId)
    .where('user_id', '=', userId)
    .execute()
}

/** A person's role in an account, with the facts that decide on access. */
export interface Entry {
  readonly role: StaffRole
  readonly subscription: Subscription
  /** Null where no plans are sold. */
  readonly plan: PlanName | null
  /** Blocked by the operator. */
  readonly isBlocked: boolean
  /** Closed by an owner. */
  readonly isClosed: boolean
  /** True when the company requires a second factor of owners and admins. */
  readonly secondFactorRequired: boolean
  readonly connectedProcessors: readonly ConnectedProcessor[]
}

interface EntryRow {
  role: StaffRole
  status: SubscriptionStatus
  trial_ends_at: Date | null
  is_billed: boolean
  plan: PlanName | null
  blocked: boolean
  is_closed: boolean
  second_factor_required: boolean
  connected_processors: readonly ConnectedProcessor[]
}

/**
 * Enters an account as a member and returns their role. Returns null and enters nothing when they are no
 * member. The transaction must have the person's id set.
 */
export async function enterWithRole(ctx: BaseCtx, userId: string, accountId: string): Promise<Entry | null> {
  const [members, accounts] = await Promise.all([
    sql<{ role: StaffRole }>`
      select m.role, set_config('app.account_id', m.account_id::text, true)
      from memberships m where m.account_id = ${accountId} and m.user_id = ${userId}`.execute(ctx.db),
    sql<Omit<EntryRow, 'role'>>`
      select a.subscription_status as status, a.trial_ends_at, a.is_billed, a.plan, a.blocked, a.closed_at is not null as is_closed,
        a.second_factor_required, a.connected_processors
      from accounts a where a.account_id = ${accountId}`.execute(ctx.db),
  ])
  if (members.rows[0] === undefined || accounts.rows[0] === undefined) return null
  await passOn(ctx, 'app.account_id', accountId)
  const row: EntryRow = { ...members.rows[0], ...accounts.rows[0] }
  const isSelling = ctx.app.config.billing !== null
  return {
    role: row.role,
    subscription: subscriptionThatCounts(isSelling, {
      status: row.status,
      trialEndsAt: row.trial_ends_at,
      isBilled: row.is_billed,
    }),
    plan: isSelling ? row.plan : null,
    isBlocked: row.blocked,
    isClosed: row.is_closed,
    secondFactorRequired: row.second_factor_required,
    connectedProcessors: row.connected_processors,
  }
}

/** Lists the account's members in the order of joining. */
export async function selectMembers(ctx: Ctx): Promise<Member[]> {
  const rows = await ctx.db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select([
      'm.user_id as userId',
      'm.role',
      'u.email',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'm.created_at as since',
      'm.firm_id',
      'm.firm_name',
    ])
    .select(sql<boolean>`u.second_factor_confirmed_at is not null`.as('secondFactor'))
    .where('m.account_id', '=', ctx.accountId)
    .orderBy('m.created_at')
    .orderBy('m.user_id')
    .execute()
  return rows.map(({ firm_id: id, firm_name: name, ...row }) => ({
    ...row,
    firm: id === null ? null : { id, name: name ?? '' },
  }))
}

/** Counts the other companies that this account's members advise. Its own advisors do not count. */
export async function countClientCompanies(ctx: Ctx): Promise<number> {
  const result = await sql<{ count: number }>`select client_companies() as count`.execute(ctx.db)
  return result.rows[0]!.count
}

export interface AccountOfMember {
  readonly account: Account
  readonly role: StaffRole
}

interface MemberRow extends AccountRow {
  role: StaffRole
}

export interface AccountsQuery {
  readonly search: string
  readonly column: 'company_name' | 'created' | 'joined'
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

const ORDERS = {
  company_name: sql`lower(q.name)`,
  created: sql`q.created_at`,
  joined: sql`q.joined_at`,
} as const

/** Shows the accounts of a person to the rest of the transaction, which must have the person's id set. */
async function showAccountsOf(ctx: BaseCtx, userId: string): Promise<void> {
  const result = await sql<{ ids: string }>`
    select set_config('app.account_ids', coalesce(array_agg(m.account_id), '{}')::text, true) as ids
    from memberships m where m.user_id = ${userId}`.execute(ctx.db)
  await passOn(ctx, 'app.account_ids', result.rows[0]!.ids)
}

/** Lists the accounts of a person before one is chosen. The transaction must have the person's id set. */
export async function selectAccountsOf(
  ctx: BaseCtx,
  userId: string,
  query: AccountsQuery,
): Promise<{ count: number; accounts: AccountOfMember[] }> {
  await showAccountsOf(ctx, userId)
  const found = query.search === '' ? sql`true` : sql`lower(q.name) like ${likePattern(query.search)}`
  const direction = query.direction === 'asc' ? sql`asc` : sql`desc`
  const read = async (limit: number, offset: number) => {
    const { rows } = await sql<MemberRow & { count: number }>`
    select q.*, count(*) over ()::int as count
    from (select b.*, m.role, m.created_at as joined_at from (${ACCOUNT_ROWS}) b
      join memberships m on m.account_id = b.account_id and m.user_id = ${userId}) q
    where ${found}
    order by ${ORDERS[query.column]} ${direction}, q.account_id ${direction}
    ${pageOf(limit, offset)}`.execute(ctx.db)
    return rows
  }
  const { count, rows } = await readCountedPage(read, query)
  return { count, accounts: rows.map((row) => ({ account: toAccount(ctx, row), role: row.role })) }
}

/** Returns the name of a company in which a person works, '' for one without a name; null when they do not work there. */
export async function selectCompanyName(
  ctx: BaseCtx,
  userId: string,
  accountId: string,
): Promise<string | null> {
  await showAccountsOf(ctx, userId)
  const row = await ctx.db
    .selectFrom('memberships as m')
    .leftJoin('companies as c', 'c.account_id', 'm.account_id')
    .select('c.name')
    .where('m.user_id', '=', userId)
    .where('m.account_id', '=', accountId)
    .executeTakeFirst()
  return row ? (row.name ?? '') : null
}

/** Returns the nonempty names of the companies in which a person works. */
export async function selectCompanyNames(ctx: BaseCtx, userId: string): Promise<string[]> {
  await showAccountsOf(ctx, userId)
  const rows = await ctx.db
    .selectFrom('companies as c')
    .innerJoin('memberships as m', 'm.account_id', 'c.account_id')
    .select('c.name')
    .where('m.user_id', '=', userId)
    .where('c.name', '<>', '')
    .execute()
  return rows.map((row) => row.name)
}
