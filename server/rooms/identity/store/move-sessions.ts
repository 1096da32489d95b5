import type { Ctx } from '../../../platform/context.ts'

/** Lets the open sessions of a portal login that are for one customer be for another one of theirs from the next request on. */
export async function moveSessionsOfLogin(
  ctx: Ctx,
  portalUserId: string,
  customers: { readonly from: string; readonly to: string },
): Promise<void> {
  await ctx.db
    .updateTable('sessions')
    .set({ customer_id: customers.to })
    .where('account_id', '=', ctx.accountId)
    .where('portal_user_id', '=', portalUserId)
    .where('customer_id', '=', customers.from)
    .where('audience', '=', 'portal')
    .where('revoked_at', 'is', null)
    .execute()
}
