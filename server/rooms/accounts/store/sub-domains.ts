import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { BaseCtx, Ctx } from '../../../platform/context.ts'
import { present } from '../../../platform/context.ts'
import { RELEASED_NAME_KEPT_MS } from '../rules.ts'
import { forgetAccountRow } from './accounts.ts'

/** The account whose portal has this subdomain, or null. The transaction may see that one row from here on. */
export async function findAccountOfSubDomain(ctx: BaseCtx, subDomain: string): Promise<string | null> {
  await present(ctx, 'app.presented_sub_domain', subDomain)
  const row = await ctx.db
    .selectFrom('portal_preferences')
    .select('account_id')
    .where('sub_domain', '=', subDomain)
    .executeTakeFirst()
  return row?.account_id ?? null
}

// Any number will do, as long as it is this one everywhere.
const CHOOSING_LOCK = 7_315_004_202

/** Names are chosen one at a time, until the transaction ends: two companies can't take the same. */
export async function lockSubDomains(ctx: BaseCtx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CHOOSING_LOCK})`.execute(ctx.db)
}

/** Which of these names nobody has, nor had until lately. In the order given. */
export async function freeSubDomains(ctx: Ctx, names: readonly string[]): Promise<string[]> {
  await present(ctx, 'app.presented_sub_domain', names.join(','))
  const keptSince = asDate(ctx.app.clock.wallNow() - RELEASED_NAME_KEPT_MS)
  const result = await sql<{ sub_domain: string }>`
    select p.sub_domain from portal_preferences p where p.sub_domain = any (${names}::text[])
    union all
    select r.sub_domain from released_sub_domains r
    where r.sub_domain = any (${names}::text[]) and r.released_by <> ${ctx.accountId} and r.released_at > ${keptSince}`.execute(
    ctx.db,
  )
  await present(ctx, 'app.presented_sub_domain', '')
  const taken = new Set(result.rows.map((row) => row.sub_domain))
  return names.filter((name) => !taken.has(name))
}

/** Gives the portal another name; the former one stays unusable by others for a while. */
export async function replaceSubDomain(ctx: Ctx, former: string, next: string): Promise<void> {
  await ctx.db
    .updateTable('portal_preferences')
    .set({ sub_domain: next, default_sub_domain: next })
    .where('account_id', '=', ctx.accountId)
    .execute()
  const released = {
    sub_domain: former,
    released_by: ctx.accountId,
    released_at: asDate(ctx.app.clock.wallNow()),
  }
  await ctx.db.deleteFrom('released_sub_domains').where('sub_domain', 'in', [former, next]).execute()
  await ctx.db.insertInto('released_sub_domains').values(released).execute()
  forgetAccountRow(ctx)
}
