import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Link } from '../rules/check-links.ts'
import type { Seal } from '../rules/present-entry.ts'

/** Seals up to `most` entries, and tells how many it sealed: none when there is nothing new, or while somebody else seals. */
export async function sealEntriesNow(ctx: Ctx, most: number): Promise<number> {
  const result = await sql<{ sealed: number }>`select seal_audit(${most}) as sealed`.execute(ctx.db)
  return result.rows[0]!.sealed
}

/** The end of the chain. */
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
 * The next links of the chain. What a digest covers is put together here once more, from nothing that the database keeps:
 * who can change the function that seals could otherwise change what is checked.
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
  /** Entries that neither have a seal nor wait for one, oldest first. */
  readonly unknown: string[]
  /** What waits for a seal and is gone. */
  readonly lost: string[]
  readonly waiting: number
}

/** What stands beside the chain. At most `most` of each kind are named. */
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

/** Whoever verifies looks at everything ever written, which takes as long as it takes. */
export async function withoutTimeLimit(ctx: Ctx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(ctx.db)
}
