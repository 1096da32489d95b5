import { type RawBuilder, sql } from 'kysely'
import type { AuditActorKind, AuditArea } from '../../../../domain/accounts/audit-areas.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { pageOf } from '../../../platform/db/window.ts'
import type { AuditRow } from '../rules/describe-entry.ts'

export interface Narrowing {
  readonly person: string | undefined
  readonly actorKind: AuditActorKind | undefined
  readonly area: AuditArea | undefined
  readonly object: string | undefined
  /** Epoch ms, inclusive. */
  readonly fromMs: number | undefined
  /** Epoch ms, exclusive. */
  readonly beforeMs: number | undefined
}

/** Pages reach no deeper, so the count stops here. */
export const MAX_COUNTED = 100_000

function conditionOf(ctx: Ctx, by: Narrowing): RawBuilder<unknown> {
  const conditions = [sql`a.account_id = ${ctx.accountId}`]
  if (by.person !== undefined) conditions.push(sql`a.actor_kind = 'staff' and a.actor_id = ${by.person}`)
  if (by.actorKind !== undefined) conditions.push(sql`a.actor_kind = ${by.actorKind}`)
  if (by.area !== undefined) conditions.push(sql`a.area = ${by.area}`)
  if (by.object !== undefined) conditions.push(sql`a.object_id = ${by.object}`)
  if (by.fromMs !== undefined) conditions.push(sql`a.at >= ${asDate(by.fromMs)}`)
  if (by.beforeMs !== undefined) conditions.push(sql`a.at < ${asDate(by.beforeMs)}`)
  return sql.join(conditions, sql` and `)
}

const isEverything = (by: Narrowing): boolean => Object.values(by).every((value) => value === undefined)

/**
 * Counts the matching entries, up to MAX_COUNTED. The unfiltered count comes from the number of the last
 * seal, without reading entries.
 */
export async function countEntries(ctx: Ctx, by: Narrowing): Promise<number> {
  const counted = isEverything(by)
    ? sql`select least(${MAX_COUNTED},
        coalesce((select s.number from audit_seals s where s.account_id = ${ctx.accountId} order by s.number desc limit 1), 0)
        + (select count(*) from audit_unsealed u where u.account_id = ${ctx.accountId}))::int as count`
    : sql`select count(*)::int as count from (
        select from audit_entries a where ${conditionOf(ctx, by)} ${pageOf(MAX_COUNTED, 0)}) a`
  return (await sql<{ count: number }>`${counted}`.execute(ctx.db)).rows[0]!.count
}

/** The beginning of a statement that reads entries `a` with their seals `s`. */
export const ROWS = sql`
  select a.id, a.at, a.actor_kind as "actorKind", a.actor_id as "actorId", a.actor_label as "actorLabel", a.action,
    a.object_type as "objectType", a.object_id as "objectId", a.detail, a.ip, a.request_id as "requestId",
    a.customer_id as "customerId",
    s.number as "sealNumber", s.digest as "sealDigest", s.made_at as "sealedAt"
  from audit_entries a left join audit_seals s on s.account_id = a.account_id and s.entry_id = a.id`

/** Returns one page of matching entries, newest first. Skipped entries are not joined. */
export async function selectEntries(
  ctx: Ctx,
  by: Narrowing,
  page: { readonly limit: number; readonly offset: number },
): Promise<AuditRow[]> {
  const result = await sql<AuditRow>`
    with page as materialized (
      select a.id from audit_entries a where ${conditionOf(ctx, by)}
      order by a.at desc, a.id desc ${pageOf(page.limit, page.offset)})
    ${ROWS} where a.account_id = ${ctx.accountId} and a.id in (select id from page)
    order by a.at desc, a.id desc`.execute(ctx.db)
  return result.rows
}

/** Returns the next entries after one, newest first. Keeps each statement of a long export short. */
export async function selectEntriesAfter(
  ctx: Ctx,
  by: Narrowing,
  after: Pick<AuditRow, 'at' | 'id'> | undefined,
  limit: number,
): Promise<AuditRow[]> {
  const further = after === undefined ? sql`` : sql`and (a.at, a.id) < (${after.at}, ${after.id})`
  const result = await sql<AuditRow>`
    ${ROWS} where ${conditionOf(ctx, by)} ${further} order by a.at desc, a.id desc ${pageOf(limit, 0)}`.execute(
    ctx.db,
  )
  return result.rows
}

export interface StaffPerson {
  readonly id: string
  readonly name: string
  readonly email: string
}

/**
 * Returns all staff in the log, by name; former members by their last recorded address. Skips from one person to the next in the index, however many
 * entries each has.
 */
export async function selectStaff(ctx: Ctx): Promise<StaffPerson[]> {
  const next = (after: RawBuilder<unknown>) => sql`
    (select a.actor_id from audit_entries a
     where a.account_id = ${ctx.accountId} and a.actor_kind = 'staff' and ${after}
     order by a.actor_id limit 1)`
  const result = await sql<StaffPerson>`
    with recursive people (id) as (
      ${next(sql`a.actor_id is not null`)}
      union all
      select ${next(sql`a.actor_id > people.id`)} from people where people.id is not null)
    select people.id, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, recorded.label) as name,
      coalesce(u.email, recorded.label) as email
    from people cross join lateral (
      select a.actor_label as label from audit_entries a
      where a.account_id = ${ctx.accountId} and a.actor_kind = 'staff' and a.actor_id = people.id
      order by a.at desc, a.id desc limit 1) recorded
    left join lateral (
      select users.* from memberships m join users on users.id = m.user_id
      where m.account_id = ${ctx.accountId} and m.user_id = people.id limit 1) u on true
    order by lower(coalesce(u.first_name, recorded.label)), lower(u.last_name), u.email`.execute(ctx.db)
  return result.rows
}
