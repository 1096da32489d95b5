import { sql } from 'kysely'
import { readPresentedLink } from '../../../platform/auth/presented-link.ts'
import { asDate } from '../../../platform/clock.ts'
import { type BaseCtx, type Ctx, enterAccount, nextId } from '../../../platform/context.ts'
import { insertChunks } from '../../../platform/db/insert-chunks.ts'
import { newSecret, sha256 } from '../../../platform/ids.ts'

/**
 * Stores a link for each invoice, which opens it until `expiresAt`, epoch ms. Returns their ids and secrets, which are not stored.
 */
export async function insertPayLinks(
  ctx: Ctx,
  invoiceIds: readonly string[],
  expiresAt: number,
  {
    several = false,
    secretOf = newSecret,
  }: { readonly several?: boolean; readonly secretOf?: (id: string) => string } = {},
): Promise<{ id: string; token: string }[]> {
  const links = invoiceIds.map((invoiceId) => {
    const id = nextId(ctx)
    const token = secretOf(id)
    return { id, invoiceId, token, hash: sha256(token) }
  })
  const [createdAt, endsAt] = [asDate(ctx.now), asDate(expiresAt)]
  const rows = links.map(({ id, invoiceId, hash }) => ({
    account_id: ctx.accountId,
    id,
    invoice_id: invoiceId,
    token_hash: hash,
    created_at: createdAt,
    expires_at: endsAt,
    revoked_at: null,
    opened_at: null,
    several,
  }))
  const findable = links.map(({ id, hash }) => ({ account_id: ctx.accountId, link_id: id, token_hash: hash }))
  await Promise.all([
    ...insertChunks(rows).map((chunk) => ctx.db.insertInto('pay_links').values(chunk).execute()),
    ...insertChunks(findable).map((chunk) => ctx.db.insertInto('pay_link_tokens').values(chunk).execute()),
  ])
  return links
}

/** Returns the link of this id while it opens the invoice. */
export const findValidPayLink = async (
  ctx: Ctx,
  id: string,
  invoiceId: string,
): Promise<{ readonly id: string; readonly expiresAt: Date } | null> =>
  (await ctx.db
    .selectFrom('pay_links')
    .select(['id', 'expires_at as expiresAt'])
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('invoice_id', '=', invoiceId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', asDate(ctx.now))
    .executeTakeFirst()) ?? null

/** Records the first time that a link was opened. */
export async function markLinkOpened(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .updateTable('pay_links')
    .set({ opened_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .execute()
}

/** Revokes every link of this one invoice. */
export async function revokePayLinks(ctx: Ctx, invoiceId: string): Promise<void> {
  await ctx.db
    .updateTable('pay_links')
    .set({ revoked_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('invoice_id', '=', invoiceId)
    .where('revoked_at', 'is', null)
    // Such a link still opens its other invoices, and none that is closed or another customer's.
    .where('several', '=', false)
    .execute()
}

/** Makes the links of an invoice work again that were revoked at one of these times, until they expire. */
export async function restorePayLinks(
  ctx: Ctx,
  invoiceId: string,
  revokedAt: readonly Date[],
): Promise<void> {
  await ctx.db
    .updateTable('pay_links')
    .set({ revoked_at: null })
    .where('account_id', '=', ctx.accountId)
    .where('invoice_id', '=', invoiceId)
    .where('revoked_at', 'in', revokedAt)
    .execute()
}

/** Revokes links, such as those of a mail that never left. An undone write-off does not restore them. */
export async function revokePayLinksById(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await ctx.db
    .updateTable('pay_links')
    .set({ revoked_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('id', 'in', ids)
    .execute()
}

/** Makes a new link open several invoices of a customer. */
export async function addLinkedInvoices(
  ctx: Ctx,
  links: readonly {
    readonly id: string
    readonly customerId: string
    readonly invoiceIds: readonly string[]
  }[],
): Promise<void> {
  const rows = links.flatMap(({ id, customerId, invoiceIds }) =>
    invoiceIds.map((invoiceId) => ({
      account_id: ctx.accountId,
      pay_link_id: id,
      invoice_id: invoiceId,
      customer_id: customerId,
    })),
  )
  for (const chunk of insertChunks(rows)) await ctx.db.insertInto('pay_link_invoices').values(chunk).execute()
}

/** Returns the invoices that a link for several opens now, earliest due first. */
export async function linkedInvoices(
  ctx: Ctx,
  payLinkId: string,
): Promise<{ invoiceId: string; customerId: string }[]> {
  const result = await sql<{ invoiceId: string; customerId: string }>`
    select i.id as "invoiceId", i.customer_id as "customerId"
    from pay_link_invoices n join invoices i on i.account_id = n.account_id and i.id = n.invoice_id
    where n.account_id = ${ctx.accountId} and n.pay_link_id = ${payLinkId} and i.customer_id = n.customer_id
      and i.state = 'open'
    order by i.due_date, i.id`.execute(ctx.db)
  return result.rows
}

export interface FoundPayLink {
  readonly accountId: string
  readonly invoiceId: string
  readonly payLinkId: string
  readonly expiresAt: Date
  /** It opens several invoices. */
  readonly several: boolean
}

/** Finds the live link of a secret before the account is known. */
export const findPayLink = (ctx: BaseCtx, token: string): Promise<FoundPayLink | null> =>
  readPresentedLink(ctx, 'pay_link_tokens', token, async ({ accountId, linkId, hash }) => {
    const result = await sql<FoundPayLink>`
      select l.account_id as "accountId", l.invoice_id as "invoiceId", l.id as "payLinkId", l.expires_at as "expiresAt", l.several
      from pay_links l
      where l.account_id = ${accountId} and l.id = ${linkId} and l.token_hash = ${hash} and l.revoked_at is null
        and l.expires_at > ${asDate(ctx.now)}`.execute(ctx.db)
    return result.rows[0]
  })

/**
 * Returns when the link's invoice was fully settled, null while something remains, and whether the account is closed. Enters the link's
 * account for this statement and then restores the former one.
 */
export async function readLinkState(
  ctx: BaseCtx | Ctx,
  link: FoundPayLink,
): Promise<{ readonly settledAt: Date | null; readonly isClosed: boolean }> {
  const before = 'accountId' in ctx ? ctx.accountId : ''
  const inside = await enterAccount(ctx, link.accountId)
  const result = await sql<{ at: Date | null; closed: boolean | null }>`
    select max(e.recorded_at) as at,
      (select p.closed from portal_preferences p where p.account_id = ${inside.accountId}) as closed
    from receivables r join ledger_postings q on q.account_id = r.account_id and q.invoice_id = r.invoice_id
      join ledger_entries e on e.account_id = q.account_id and e.id = q.entry_id
    where r.account_id = ${inside.accountId} and r.invoice_id = ${link.invoiceId} and r.remaining_minor = 0`.execute(
    inside.db,
  )
  await enterAccount(ctx, before)
  const [row] = result.rows
  return { settledAt: row?.at ?? null, isClosed: row?.closed === true }
}
