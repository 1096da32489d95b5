import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'

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

export interface IssuedPayLink {
  /** The pay link that the holder got last. */
  readonly lastId: string | null
  /** When the holder's own pay link expires; null for another holder. */
  readonly endsAt: Date | null
}

/** Locks a link until the transaction ends, and returns what its holder got; null once it was revoked. */
export async function lockIssuedPayLink(ctx: Ctx, linkId: string): Promise<IssuedPayLink | null> {
  const row = await ctx.db
    .selectFrom('payment_plan_links')
    .select(['issued_pay_link_id', 'holder_pay_link_id'])
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', linkId)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  const { rows } = await sql<{ endsAt: Date }>`select expires_at as "endsAt" from pay_links
    where account_id = ${ctx.accountId} and id = ${row.holder_pay_link_id}`.execute(ctx.db)
  return { lastId: row.issued_pay_link_id, endsAt: rows[0]?.endsAt ?? null }
}

/** Records the pay link that a link's holder got. */
export async function setIssuedPayLink(ctx: Ctx, linkId: string, payLinkId: string): Promise<void> {
  await ctx.db
    .updateTable('payment_plan_links')
    .set({
      issued_pay_link_id: payLinkId,
      former_pay_link_ids: sql`array_remove(former_pay_link_ids || issued_pay_link_id, null)`,
    })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', linkId)
    .execute()
}

/** Revokes the links to a customer's plans that a person opened, and returns the ids of the pay links that they got with them. */
export async function revokeLinksOfPerson(
  ctx: Ctx,
  customerId: string,
  portalUserId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with revoked as (
      update payment_plan_links l set revoked_at = ${asDate(ctx.now)}
      from payment_plans p
      where l.account_id = ${ctx.accountId} and l.holder_portal_user_id = ${portalUserId} and l.revoked_at is null
        and p.account_id = l.account_id and p.id = l.plan_id and p.customer_id = ${customerId}
      returning l.former_pay_link_ids || l.issued_pay_link_id as ids)
    select id from revoked, unnest(ids) id where id is not null`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
