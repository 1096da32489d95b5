import { sql } from 'kysely'
import { readPresentedLink } from '../../../platform/auth/presented-link.ts'
import { asDate } from '../../../platform/clock.ts'
import { type BaseCtx, type Ctx, nextId } from '../../../platform/context.ts'
import { newSecret, sha256 } from '../../../platform/ids.ts'

/**
 * Stores a link to a plan under the hash of its secret, which it returns. `expiresAt` in epoch ms; `mayCharge`: its holder may agree
 * to automatic charges.
 */
export async function insertLink(
  ctx: Ctx,
  planId: string,
  { expiresAt, mayCharge }: { readonly expiresAt: number; readonly mayCharge: boolean },
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

/** Finds the live link of a secret before the account is known. */
export const findLink = (
  ctx: BaseCtx,
  token: string,
): Promise<{ readonly accountId: string; readonly planId: string; readonly mayCharge: boolean } | null> =>
  readPresentedLink(ctx, 'payment_plan_tokens', token, async ({ accountId, linkId, hash }) => {
    const { rows } = await sql<{ accountId: string; planId: string; mayCharge: boolean }>`
      select account_id as "accountId", plan_id as "planId", may_charge as "mayCharge" from payment_plan_links
      where account_id = ${accountId} and id = ${linkId} and token_hash = ${hash} and revoked_at is null
        and expires_at > ${asDate(ctx.now)}`.execute(ctx.db)
    return rows[0]
  })
