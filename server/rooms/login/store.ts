import { sql } from 'kysely'
import { asDate } from '../../platform/clock.ts'
import type { BaseCtx } from '../../platform/context.ts'

/** Marks a secret as spent. Returns true to one of any number of concurrent callers. */
export async function insertSpent(ctx: BaseCtx, secretHash: Buffer, expiresAtMs: number): Promise<boolean> {
  const row = await ctx.db
    .insertInto('spent_authorizations')
    .values({ secret_hash: secretHash, expires_at: asDate(expiresAtMs) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('secret_hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes at most `limit` rows that expired before `before`. */
export async function deleteSpentBefore(ctx: BaseCtx, before: Date, limit: number): Promise<void> {
  await sql`delete from spent_authorizations where secret_hash in (
    select secret_hash from spent_authorizations where expires_at < ${before} limit ${limit})`.execute(ctx.db)
}
