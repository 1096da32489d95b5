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
