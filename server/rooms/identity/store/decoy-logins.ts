import { sql } from 'kysely'
import type { BaseCtx } from '../../../platform/context.ts'
import type { Decoy } from '../tables.ts'
import { wallTime } from './wall-time.ts'

export interface DecoyLogin {
  readonly passwordHash: string
  readonly decoy: Decoy
}

/** More than anybody reaches by accident, and few enough to verify at each login. */
const MAX_PER_ADDRESS = 100

/**
 * Stores a decoy login. A password that is already stored keeps its first decoy, as a true account would.
 */
export async function insertDecoyLogin(ctx: BaseCtx, ownerId: string, login: DecoyLogin): Promise<void> {
  await ctx.db
    .insertInto('decoy_logins')
    .values({
      user_id: ownerId,
      password_hash: login.passwordHash,
      decoy: JSON.stringify(login.decoy),
      created_at: wallTime(ctx),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await sql`delete from decoy_logins d where d.user_id = ${ownerId} and d.password_hash in (
    select password_hash from decoy_logins where user_id = ${ownerId}
    order by created_at desc, password_hash offset ${MAX_PER_ADDRESS})`.execute(ctx.db)
}

/** `email` is normalized. */
export async function selectDecoyLogins(ctx: BaseCtx, email: string): Promise<DecoyLogin[]> {
  const rows = await ctx.db
    .selectFrom('decoy_logins')
    .innerJoin('users', 'users.id', 'decoy_logins.user_id')
    .select(['decoy_logins.password_hash', 'decoy_logins.decoy'])
    .where(sql<string>`lower(users.email)`, '=', email)
    .execute()
  return rows.map((row) => ({ passwordHash: row.password_hash, decoy: row.decoy }))
}

export async function deleteDecoyLogins(ctx: BaseCtx, ownerId: string): Promise<void> {
  await ctx.db.deleteFrom('decoy_logins').where('user_id', '=', ownerId).execute()
}
