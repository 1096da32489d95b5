import { sql } from 'kysely'
import type { AuditArea } from '../../../../domain/accounts/audit-areas.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { Link } from '../rules/check-links.ts'
import type { Seal } from '../rules/present-entry.ts'

/**
 * Seals up to `most` entries and returns how many. Zero when there is nothing new, or while another worker
 * seals.
 */
export async function sealEntriesNow(ctx: Ctx, most: number): Promise<number> {
  const result = await sql<{ sealed: number }>`select seal_audit(${most}) as sealed`.execute(ctx.db)
  return result.rows[0]!.sealed
}

/** Returns the time of the oldest entry without a seal, in epoch ms. */
export async function oldestUnsealedAt(ctx: Ctx): Promise<number | null> {
  const result = await sql<{ at: Date | null }>`
    select min(e.at) as at from audit_unsealed u join audit_entries e on e.account_id = u.account_id and e.id = u.entry_id
    where u.account_id = ${ctx.accountId}`.execute(ctx.db)
  return result.rows[0]!.at?.getTime() ?? null
}

/** Returns the areas of the entries that were sealed after a number. */
export async function areasSealedAfter(ctx: Ctx, number: bigint): Promise<AuditArea[]> {
  const result = await sql<{ area: AuditArea }>`
    select distinct e.area from audit_seals s join audit_entries e on e.account_id = s.account_id and e.id = s.entry_id
    where s.account_id = ${ctx.accountId} and s.number > ${number}`.execute(ctx.db)
  return result.rows.map(({ area }) => area)
}

/** Returns the end of the chain. */
export async function lastSeal(ctx: Ctx): Promise<Seal | null> {
  const found = await ctx.db
    .selectFrom('audit_seals')
    .select(['number', 'digest', 'made_at as madeAt'])
    .where('account_id', '=', ctx.accountId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

/**
 * Returns the next links of the chain. The content of a digest is rebuilt here instead of by a database
 * function, because an intruder who can change the sealing function could otherwise change the check too.
 */
export async function linksAfter(ctx: Ctx, number: bigint, limit: number): Promise<Link[]> {
  const result = await sql<Link>`
    select s.number, s.digest, s.entry_id as "entryId", case when e.id is not null then jsonb_build_array(
      s.number, to_char(s.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      e.account_id, e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      e.actor_kind, e.actor_id, e.actor_label, e.action, e.object_type, e.object_id,
      e.detail, e.ip, e.request_id)::text end as content
    from audit_seals s left join audit_entries e on e.account_id = s.account_id and e.id = s.entry_id
    where s.account_id = ${ctx.accountId} and s.number > ${number} order by s.number limit ${sql.lit(limit)}`.execute(
    ctx.db,
  )
  return result.rows
}

export interface Unlinked {
  /** Entries that have no seal and do not wait for one, oldest first. */
  readonly unknown: string[]
  /** Entries that wait for a seal and are gone. */
  readonly lost: string[]
  readonly waiting: number
}

/** Returns entries outside the chain, at most `most` of each kind. */
export async function selectUnlinked(ctx: Ctx, most: number): Promise<Unlinked> {
  const some = sql.lit(most)
  const result = await sql<Unlinked>`
    select array(
        select e.id::text from audit_entries e where e.account_id = ${ctx.accountId}
          and not exists (select from audit_seals s where s.account_id = e.account_id and s.entry_id = e.id)
          and not exists (select from audit_unsealed u where u.account_id = e.account_id and u.entry_id = e.id)
        order by e.at, e.id limit ${some}) as unknown,
      array(
        select u.entry_id::text from audit_unsealed u where u.account_id = ${ctx.accountId}
          and not exists (select from audit_entries e where e.account_id = u.account_id and e.id = u.entry_id)
        order by u.entry_id limit ${some}) as lost,
      (select count(*)::int from audit_unsealed u where u.account_id = ${ctx.accountId}) as waiting`.execute(
    ctx.db,
  )
  return result.rows[0]!
}

/** Verification reads the whole log, which may take longer than the statement timeout. */
export async function withoutTimeLimit(ctx: Ctx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(ctx.db)
}
