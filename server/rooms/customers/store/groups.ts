import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { likePattern } from '../../../platform/db/search.ts'
import { pageOf } from '../../../platform/db/window.ts'
import type { CustomerGroup, GroupSwitches } from '../rules.ts'
import type { CustomerGroupsTable } from '../tables.ts'

/** A group of ten thousand would add a megabyte to one row of the reply. */
const MAX_MEMBERS_SHOWN = 100

interface GroupRow extends Selectable<CustomerGroupsTable> {
  member_ids: string[]
  members_count: number
}

const MEMBERS = sql`array(select m.id from customers m where m.account_id = g.account_id and m.group_id = g.id order by m.id
    limit ${sql.lit(MAX_MEMBERS_SHOWN)})`

const FIELDS = sql`g.*, ${MEMBERS} as member_ids,
  (select count(*)::int from customers m where m.account_id = g.account_id and m.group_id = g.id) as members_count`

/** Returns the first members of these groups, by group. */
export async function selectMembersOf(
  ctx: Ctx,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (groupIds.length === 0) return new Map()
  const result = await sql<{ id: string; member_ids: string[] }>`
    select g.id, ${MEMBERS} as member_ids from customer_groups g
    where g.account_id = ${ctx.accountId} and g.id = any(${groupIds}::uuid[])`.execute(ctx.db)
  return new Map(result.rows.map(({ id, member_ids }) => [id, member_ids]))
}

const ORDERS: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(g.name)`,
  members_count: sql`members_count`,
  created: sql`g.created_at`,
}

const toSwitches = (row: Pick<Selectable<CustomerGroupsTable>, GroupSwitchColumn>): GroupSwitches => ({
  remindersOn: row.reminders_on,
  statementsOn: row.statements_on,
  lateFeesOn: row.late_fees_on,
  autoPayOn: row.auto_pay_on,
})

const toGroup = (row: GroupRow): CustomerGroup => ({
  id: row.id,
  name: row.name,
  ...toSwitches(row),
  memberIds: row.member_ids,
  membersCount: row.members_count,
  createdAt: row.created_at,
})

export interface GroupListing {
  /** Trimmed; empty selects all. */
  readonly search: string
  readonly order: { readonly column: string; readonly direction: 'asc' | 'desc' }
  readonly limit: number
  readonly offset: number
}

export async function selectGroups(
  ctx: Ctx,
  { search, order, limit, offset }: GroupListing,
): Promise<{ count: number; groups: CustomerGroup[] }> {
  const wanted = sql`from customer_groups g where g.account_id = ${ctx.accountId}
    and lower(g.name) like ${likePattern(search)}`
  const direction = order.direction === 'asc' ? sql`asc` : sql`desc`
  const total = await sql<{ count: number }>`select count(*)::int as count ${wanted}`.execute(ctx.db)
  const page = await sql<GroupRow>`
    select ${FIELDS} ${wanted} order by ${ORDERS[order.column]} ${direction}, g.id ${direction}
    ${pageOf(limit, offset)}`.execute(ctx.db)
  return { count: total.rows[0]!.count, groups: page.rows.map(toGroup) }
}

/** Returns an existing group with its members. */
export async function readGroup(ctx: Ctx, id: string): Promise<CustomerGroup> {
  const result = await sql<GroupRow>`
    select ${FIELDS} from customer_groups g where g.account_id = ${ctx.accountId} and g.id = ${id}`.execute(
    ctx.db,
  )
  return toGroup(result.rows[0]!)
}

/** Returns the switches of a group; null when there is none. */
export async function selectGroupSwitches(ctx: Ctx, id: string): Promise<GroupSwitches | null> {
  const row = await ctx.db
    .selectFrom('customer_groups')
    .select(['reminders_on', 'statements_on', 'late_fees_on', 'auto_pay_on'])
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toSwitches(row) : null
}

/**
 * Locks a group until the transaction ends and returns its name, or null: `share` keeps it from being deleted,
 * `update` also keeps customers from being moved to it.
 */
export async function lockGroup(ctx: Ctx, id: string, mode: 'share' | 'update'): Promise<string | null> {
  const query = ctx.db
    .selectFrom('customer_groups')
    .select('name')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
  const row = await (mode === 'share' ? query.forKeyShare() : query.forUpdate()).executeTakeFirst()
  return row?.name ?? null
}

/**
 * Locks the names of this account's groups until the transaction ends, so that parallel calls neither take one
 * name twice nor exceed the limit.
 */
export async function lockGroupNames(ctx: Ctx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`customers.groups ${ctx.accountId}`}, 0))`.execute(
    ctx.db,
  )
}

/** Returns the names of all groups. */
export async function selectGroupNames(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('customer_groups')
    .select('name')
    .where('account_id', '=', ctx.accountId)
    .execute()
  return rows.map((row) => row.name)
}

/** Returns whether the account has a group. Ordered by the primary key, so that it reads one row. */
export async function hasGroup(ctx: Ctx): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('customer_groups')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .orderBy('account_id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the group with this name, ignoring case, and keeps it from being deleted. Null when there is none. */
export async function lockGroupNamed(ctx: Ctx, name: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('customer_groups')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .forKeyShare()
    .executeTakeFirst()
  return row?.id ?? null
}

/** Inserts a group without members and returns its id. */
export async function insertGroup(ctx: Ctx, name: string): Promise<string> {
  const id = nextId(ctx)
  await ctx.db
    .insertInto('customer_groups')
    .values({ account_id: ctx.accountId, id, name, created_at: asDate(ctx.now) })
    .execute()
  return id
}

/** Columns of a group's switches. */
export type GroupSwitchColumn = 'reminders_on' | 'statements_on' | 'late_fees_on' | 'auto_pay_on'

export async function updateGroup(
  ctx: Ctx,
  id: string,
  changes: Updateable<Pick<CustomerGroupsTable, 'name' | GroupSwitchColumn>>,
): Promise<void> {
  await ctx.db
    .updateTable('customer_groups')
    .set(changes)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

/** Deletes a group and returns the number of its members, who are in no group then. */
export async function deleteGroupRow(ctx: Ctx, id: string): Promise<number> {
  const members = await sql<{ id: string }>`
    select id from customers where account_id = ${ctx.accountId} and group_id = ${id}`.execute(ctx.db)
  const { moved } = await moveToGroup(
    ctx,
    null,
    members.rows.map((row) => row.id),
  )
  await ctx.db
    .deleteFrom('customer_groups')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
  return moved.length
}

/** Each customer has many indexes to update, and a statement must end within seconds. */
const MAX_PER_STATEMENT = 2000

/** A customer and the group that it was in before; null for none. */
export interface MovedCustomer {
  readonly id: string
  readonly former: string | null
}

/**
 * Moves customers to a group, or out of theirs. Returns the number of customers found and of those whose group
 * changed. Locks customers in the order of their ids, as every change of several does.
 */
export async function moveToGroup(
  ctx: Ctx,
  groupId: string | null,
  customerIds: readonly string[],
): Promise<{ found: number; moved: readonly MovedCustomer[] }> {
  const ids = customerIds.toSorted()
  const moved: MovedCustomer[] = []
  let found = 0
  for (let start = 0; start < ids.length; start += MAX_PER_STATEMENT) {
    const some = await moveSome(ctx, groupId, ids.slice(start, start + MAX_PER_STATEMENT))
    found += some.length
    moved.push(...some.filter((one) => one.former !== (groupId?.toLowerCase() ?? null)))
  }
  return { found, moved }
}

async function moveSome(ctx: Ctx, groupId: string | null, customerIds: readonly string[]) {
  const result = await sql<MovedCustomer>`
    with locked as (
      select id, group_id from customers where account_id = ${ctx.accountId} and id = any(${customerIds}::uuid[])
      order by id for update
    ), moved as (
      update customers c set group_id = ${groupId}, updated_at = ${asDate(ctx.now)} from locked
      where c.account_id = ${ctx.accountId} and c.id = locked.id and c.group_id is distinct from ${groupId}::uuid
    ) select id, group_id as former from locked order by id`.execute(ctx.db)
  return result.rows
}
