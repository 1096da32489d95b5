import { sql } from 'kysely'
import { readPresentedLink } from '../../../platform/auth/presented-link.ts'
import { asDate } from '../../../platform/clock.ts'
import { type BaseCtx, type Ctx, nextId } from '../../../platform/context.ts'
import { newSecret, sha256 } from '../../../platform/ids.ts'

/** The payer that a link was issued to, who opened it from the portal or a pay link. */
export interface LinkHolder {
  readonly portalUserId: string | null
  readonly payLinkId: string | null
}

interface NewLink {
  /** Epoch ms. */
  readonly expiresAt: number
  /** Its holder may agree to automatic charges. */
  readonly mayCharge: boolean
  readonly holder: LinkHolder
}

/** Stores a link to a plan under the hash of its secret, which it returns. */
export async function insertLink(
  ctx: Ctx,
  planId: string,
  { expiresAt, mayCharge, holder }: NewLink,
): Promise<string> {
  const token = newSecret()
  const [id, hash] = [nextId(ctx), sha256(token)]
  await ctx.db
    .insertInto('payment_plan_links')
    .values({
      account_id: ctx.accountId,
      id,
      plan_id: planId,
      token_hash: hash,
      created_at: asDate(ctx.now),
      expires_at: asDate(expiresAt),
      revoked_at: null,
      may_charge: mayCharge,
      holder_portal_user_id: holder.portalUserId,
      holder_pay_link_id: holder.payLinkId,
    })
    .execute()
  await ctx.db
    .insertInto('payment_plan_tokens')
    .values({ account_id: ctx.accountId, link_id: id, token_hash: hash })
    .execute()
  return token
}

/** Ends every link to a plan. */
export async function revokeLinks(ctx: Ctx, planId: string): Promise<void> {
  await ctx.db
    .updateTable('payment_plan_links')
    .set({ revoked_at: asDate(ctx.now) })
    .where('account_id', '=', ctx.accountId)
    .where('plan_id', '=', planId)
    .where('revoked_at', 'is', null)
    .execute()
}

export interface FoundLink {
  readonly id: string
  readonly accountId: string
  readonly planId: string
  readonly mayCharge: boolean
}

/** Finds the live link of a secret before the account is known. */
export const findLink = (ctx: BaseCtx, token: string): Promise<FoundLink | null> =>
  readPresentedLink(ctx, 'payment_plan_tokens', token, async ({ accountId, linkId, hash }) => {
    const { rows } = await sql<FoundLink>`
      select id, account_id as "accountId", plan_id as "planId", may_charge as "mayCharge" from payment_plan_links
      where account_id = ${accountId} and id = ${linkId} and token_hash = ${hash} and revoked_at is null
        and expires_at > ${asDate(ctx.now)}`.execute(ctx.db)
    return rows[0]
  })

/**
 * True while the payer to whom a link was issued could still open the plan: the person logs in for its customer, or the pay link is
 * valid. Always true for a link that staff issued.
 */
export async function isHolderAdmitted(ctx: Ctx, linkId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payment_plan_links l join payment_plans p on p.account_id = l.account_id and p.id = l.plan_id
    where l.account_id = ${ctx.accountId} and l.id = ${linkId}
      and (l.holder_portal_user_id is null or exists (
        select from portal_user_customers c join portal_users u on u.account_id = c.account_id and u.id = c.portal_user_id
        where c.account_id = l.account_id and c.portal_user_id = l.holder_portal_user_id and c.customer_id = p.customer_id
          and u.disabled_at is null))
      and (l.holder_pay_link_id is null or exists (
        select from pay_links y
        where y.account_id = l.account_id and y.id = l.holder_pay_link_id and y.revoked_at is null
          and y.expires_at > ${asDate(ctx.now)}))`.execute(ctx.db)
  return rows.length > 0
}

/** Locks a link until the transaction ends, and returns the pay link that its holder got last. */
export async function lockIssuedPayLink(ctx: Ctx, linkId: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('payment_plan_links')
    .select('issued_pay_link_id')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', linkId)
    .forUpdate()
    .executeTakeFirst()
  return row?.issued_pay_link_id ?? null
}

/** Records the pay link that a link's holder got. */
export async function setIssuedPayLink(ctx: Ctx, linkId: string, payLinkId: string): Promise<void> {
  await ctx.db
    .updateTable('payment_plan_links')
    .set({ issued_pay_link_id: payLinkId })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', linkId)
    .execute()
}
