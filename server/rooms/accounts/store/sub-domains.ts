import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { BaseCtx, Ctx } from '../../../platform/context.ts'
import { enterAccount, present } from '../../../platform/context.ts'
import { RELEASED_NAME_KEPT_MS } from '../rules.ts'
import { forgetAccountRow } from './accounts.ts'

export interface PortalOfSubDomain {
  readonly accountId: string
  readonly embed: boolean
  /** An https origin, or ''. */
  readonly allowedEmbedUrl: string
}

/**
 * Returns the portal with this subdomain, or null. Row-level security shows this row to the transaction from
 * here on.
 */
export async function findPortalOfSubDomain(
  ctx: BaseCtx,
  subDomain: string,
): Promise<PortalOfSubDomain | null> {
  await present(ctx, 'app.presented_sub_domain', subDomain)
  const row = await ctx.db
    .selectFrom('portal_preferences')
    .select(['account_id as accountId', 'embed', 'allowed_embed_url as allowedEmbedUrl'])
    .where('sub_domain', '=', subDomain)
    .where('closed', '=', false)
    .executeTakeFirst()
  return row ?? null
}

export interface PortalPreferences {
  readonly subDomain: string
  readonly defaultSubDomain: string
  readonly embed: boolean
  readonly allowedEmbedUrl: string
}

const PREFERENCES = [
  'sub_domain as subDomain',
  'default_sub_domain as defaultSubDomain',
  'embed',
  'allowed_embed_url as allowedEmbedUrl',
] as const

const ofAccount = (ctx: Ctx) =>
  ctx.db.selectFrom('portal_preferences').select(PREFERENCES).where('account_id', '=', ctx.accountId)

export const readPortalPreferences = (ctx: Ctx): Promise<PortalPreferences> =>
  ofAccount(ctx).executeTakeFirstOrThrow()

/** Reads and locks the preferences. A caller that also chooses a name takes `lockSubDomains` first. */
export const holdPortalPreferences = (ctx: Ctx): Promise<PortalPreferences> =>
  ofAccount(ctx).forNoKeyUpdate().executeTakeFirstOrThrow()

export async function setEmbedding(
  ctx: Ctx,
  { embed, allowedEmbedUrl }: Pick<PortalPreferences, 'embed' | 'allowedEmbedUrl'>,
): Promise<void> {
  await ctx.db
    .updateTable('portal_preferences')
    .set({ embed, allowed_embed_url: allowedEmbedUrl })
    .where('account_id', '=', ctx.accountId)
    .execute()
  forgetAccountRow(ctx)
}

/** Counts the account's released names that are still reserved, except `other`. */
export async function countReleasedNames(ctx: Ctx, other: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('released_sub_domains')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('released_by', '=', ctx.accountId)
    .where('released_at', '>', keptSince(ctx))
    .where('sub_domain', '!=', other)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const keptSince = (ctx: BaseCtx): Date => asDate(ctx.app.clock.wallNow() - RELEASED_NAME_KEPT_MS)

// An arbitrary number that only this lock uses.
const CHOOSING_LOCK = 7_315_004_202

/**
 * Serializes the choice of subdomains until the transaction ends, so that no two companies take the same
 * one.
 */
export async function lockSubDomains(ctx: BaseCtx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CHOOSING_LOCK})`.execute(ctx.db)
}

/** Returns the present subdomain of the account that left this one and still has it reserved; null without one. */
export async function findPresentSubDomain(ctx: BaseCtx, subDomain: string): Promise<string | null> {
  const released = await ctx.db
    .selectFrom('released_sub_domains')
    .select('released_by as accountId')
    .where('sub_domain', '=', subDomain)
    .where('released_at', '>', keptSince(ctx))
    .executeTakeFirst()
  if (!released) return null
  const moved = await ofAccount(await enterAccount(ctx, released.accountId)).executeTakeFirst()
  return moved?.subDomain ?? null
}

/** Returns the names that are neither in use nor reserved by another account, in the given order. */
export async function freeSubDomains(ctx: Ctx, names: readonly string[]): Promise<string[]> {
  await present(ctx, 'app.presented_sub_domain', names.join(','))
  const result = await sql<{ sub_domain: string }>`
    select p.sub_domain from portal_preferences p where p.sub_domain = any (${names}::text[])
    union all
    select r.sub_domain from released_sub_domains r
    where r.sub_domain = any (${names}::text[]) and r.released_by <> ${ctx.accountId} and r.released_at > ${keptSince(ctx)}`.execute(
    ctx.db,
  )
  await present(ctx, 'app.presented_sub_domain', '')
  const taken = new Set(result.rows.map((row) => row.sub_domain))
  return names.filter((name) => !taken.has(name))
}

/**
 * Changes the portal's subdomain, with `asDefault` also its default. The former one is reserved for a while.
 */
export async function replaceSubDomain(
  ctx: Ctx,
  former: string,
  next: string,
  { asDefault }: { asDefault: boolean },
): Promise<void> {
  await ctx.db
    .updateTable('portal_preferences')
    .set({ sub_domain: next, ...(asDefault && { default_sub_domain: next }) })
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
