import { type Selectable, sql } from 'kysely'
import { readPresentedLink } from '../../../platform/auth/presented-link.ts'
import { asDate } from '../../../platform/clock.ts'
import type { BaseCtx, Ctx } from '../../../platform/context.ts'
import { pageOf } from '../../../platform/db/window.ts'
import { sha256 } from '../../../platform/ids.ts'
import type { ReportLinksTable } from '../tables.ts'

/** A link with the names of its creator and of who ended it. */
export type ReportLink = Selectable<ReportLinksTable> & {
  readonly creator: string
  readonly revoker: string | null
}

const links = (ctx: Ctx) => sql`
  select l.*, coalesce(nullif(trim(c.first_name || ' ' || c.last_name), ''), c.email) as creator,
    coalesce(nullif(trim(r.first_name || ' ' || r.last_name), ''), r.email) as revoker
  from report_links l join users c on c.id = l.created_by left join users r on r.id = l.revoked_by
  where l.account_id = ${ctx.accountId}`

/** Returns one page of the account's links, newest first. */
export async function listLinks(ctx: Ctx, limit: number, offset: number): Promise<ReportLink[]> {
  const result = await sql<ReportLink>`
    ${links(ctx)} order by l.created_at desc, l.id desc ${pageOf(limit, offset)}`.execute(ctx.db)
  return result.rows
}

export async function countLinks(ctx: Ctx): Promise<number> {
  const result = await sql<{ count: number }>`
    select count(*)::int as count from report_links where account_id = ${ctx.accountId}`.execute(ctx.db)
  return result.rows[0]!.count
}

/** Null when the account has no such link. */
export async function readLink(ctx: Ctx, id: string): Promise<ReportLink | null> {
  const result = await sql<ReportLink>`${links(ctx)} and l.id = ${id}`.execute(ctx.db)
  return result.rows[0] ?? null
}

/** Stores a new link with the hash of its token. `expiresAt` is epoch ms by the product's clock. */
export async function insertLink(
  ctx: Ctx,
  link: { id: string; token: string; recipient: string; shows: boolean; by: string; expiresAt: number },
): Promise<void> {
  const hash = sha256(link.token)
  const inserted = ctx.db
    .insertInto('report_links')
    .values({
      account_id: ctx.accountId,
      id: link.id,
      recipient: link.recipient,
      shows_customers: link.shows,
      token_hash: hash,
      created_by: link.by,
      created_at: asDate(ctx.now),
      expires_at: asDate(link.expiresAt),
      revoked_by: null,
      revoked_at: null,
      last_opened_at: null,
    })
    .execute()
  const found = ctx.db
    .insertInto('report_link_tokens')
    .values({ account_id: ctx.accountId, link_id: link.id, token_hash: hash })
    .execute()
  await Promise.all([inserted, found])
}

/** Ends a link. Returns true for one of any number of parallel callers. */
export async function revokeLink(ctx: Ctx, id: string, by: string): Promise<boolean> {
  const row = await ctx.db
    .updateTable('report_links')
    .set({ revoked_by: by, revoked_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface PresentedLink {
  readonly accountId: string
  readonly id: string
  readonly recipient: string
  readonly showsCustomers: boolean
  readonly expiresAt: Date
  readonly revokedAt: Date | null
}

/** Finds a link by its token before the account is known, also an ended one, so that its holder gets the reason. */
export const findLink = (ctx: BaseCtx, token: string): Promise<PresentedLink | null> =>
  readPresentedLink(ctx, 'report_link_tokens', token, async ({ accountId, linkId, hash }) => {
    const result = await sql<PresentedLink>`
      select l.account_id as "accountId", l.id, l.recipient, l.shows_customers as "showsCustomers",
        l.expires_at as "expiresAt", l.revoked_at as "revokedAt"
      from report_links l
      where l.account_id = ${accountId} and l.id = ${linkId} and l.token_hash = ${hash}`.execute(ctx.db)
    return result.rows[0]
  })

/** Counts an opening as of now. */
export async function noteOpening(ctx: Ctx, id: string): Promise<void> {
  await sql`
    update report_links set times_opened = times_opened + 1, last_opened_at = ${asDate(ctx.now)}
    where account_id = ${ctx.accountId} and id = ${id}`.execute(ctx.db)
}
