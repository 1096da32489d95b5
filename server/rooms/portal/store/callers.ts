import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { linkedInvoices, PAID_LINK_LIFE_MS } from '../../invoices/index.ts'

export interface LoginFacts {
  readonly email: string
  readonly disabled: boolean
  readonly subDomain: string
  /** Ordered as in `customersOfLogin`. */
  readonly customerIds: string[]
}

/**
 * Reads everything needed to authorize a customer in one round trip. Null when the login is gone. The
 * subquery compares with parameters instead of the outer row's columns, so that the planner knows that a
 * login has few customers.
 */
export async function readLogin(ctx: Ctx, portalUserId: string): Promise<LoginFacts | null> {
  const result = await sql<LoginFacts>`
    select u.email, u.disabled_at is not null as disabled, p.sub_domain as "subDomain",
      array(select l.customer_id::text
        from portal_user_customers l join customers c on c.account_id = l.account_id and c.id = l.customer_id
        where l.account_id = ${ctx.accountId} and l.portal_user_id = ${portalUserId}
        order by c.merged_into is not null, lower(c.short_name), c.id) as "customerIds"
    from portal_users u join portal_preferences p on p.account_id = u.account_id and not p.closed
    where u.account_id = ${ctx.accountId} and u.id = ${portalUserId}`.execute(ctx.db)
  return result.rows[0] ?? null
}

export interface PreviewFacts {
  readonly shortName: string
  readonly subDomain: string
}

/** Returns the previewed customer and the portal's subdomain, or null. */
export async function readPreviewed(ctx: Ctx, customerId: string): Promise<PreviewFacts | null> {
  const result = await sql<PreviewFacts>`
    select c.short_name as "shortName", p.sub_domain as "subDomain"
    from customers c join portal_preferences p on p.account_id = c.account_id
    where c.account_id = ${ctx.accountId} and c.id = ${customerId}`.execute(ctx.db)
  return result.rows[0] ?? null
}

export interface LinkFacts {
  readonly invoiceId: string
  /** All invoices of a link for several. */
  readonly invoiceIds?: readonly string[]
  readonly customerId: string
  readonly subDomain: string
}

/** Returns the target of a pay link while the link is valid; null when it opens nothing any more. */
export async function readLink(ctx: Ctx, payLinkId: string): Promise<LinkFacts | null> {
  const link = await readValidLink(ctx, payLinkId)
  if (!link?.several) return link
  const opened = await linkedInvoices(ctx, payLinkId)
  const [first] = opened
  return first ? { ...link, ...first, invoiceIds: opened.map((one) => one.invoiceId) } : null
}

async function readValidLink(
  ctx: Ctx,
  payLinkId: string,
): Promise<(LinkFacts & { readonly several: boolean }) | null> {
  const result = await sql<LinkFacts & { several: boolean }>`
    select l.several, l.invoice_id as "invoiceId", i.customer_id as "customerId", p.sub_domain as "subDomain"
    from pay_links l join invoices i on i.account_id = l.account_id and i.id = l.invoice_id
      join portal_preferences p on p.account_id = l.account_id and not p.closed
    where l.account_id = ${ctx.accountId} and l.id = ${payLinkId} and l.revoked_at is null
      and l.expires_at > ${asDate(ctx.now)}
      and (l.several or not exists (
        select from receivables r where r.account_id = l.account_id and r.invoice_id = l.invoice_id and r.remaining_minor = 0
          and (select max(e.recorded_at) from ledger_postings q
            join ledger_entries e on e.account_id = q.account_id and e.id = q.entry_id
            where q.account_id = r.account_id and q.invoice_id = r.invoice_id) <= ${asDate(ctx.now - PAID_LINK_LIFE_MS)}))`.execute(
    ctx.db,
  )
  return result.rows[0] ?? null
}
