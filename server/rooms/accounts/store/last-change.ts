import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { AuditAction } from '../../../platform/registered-names.ts'
import { forgetAccountRow } from './accounts.ts'

/** Changes of a record in the audit log. */
export interface ChangesOf {
  readonly objectId: string
  readonly actions: readonly AuditAction[]
  /** Facts that the entry's details contain; without it all entries count. */
  readonly detail?: Readonly<Record<string, string>>
}

/** Returns who changed a record last and when; null when nobody did. */
export async function selectLastChange(
  ctx: Ctx,
  { objectId, actions, detail = {} }: ChangesOf,
): Promise<{ userId: string | null; label: string; at: Date } | null> {
  const { rows } = await sql<{ userId: string | null; label: string; at: Date }>`
    select case when actor_kind = 'staff' then actor_id end as "userId", actor_label as label, at from audit_entries
    where account_id = ${ctx.accountId} and object_id = ${objectId} and action = any(${actions}::text[])
      and detail @> ${JSON.stringify(detail)}::jsonb
    order by at desc, id desc limit 1`.execute(ctx.db)
  return rows[0] ?? null
}

/** Locks the account's settings and company until the transaction ends, so that two people's changes follow one another. */
export async function lockSettings(ctx: Ctx): Promise<void> {
  await sql`select from accounts where account_id = ${ctx.accountId} for no key update`.execute(ctx.db)
  // Read before the lock, the row may be outdated.
  forgetAccountRow(ctx)
}
