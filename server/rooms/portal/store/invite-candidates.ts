import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'

/** A customer as a run of invitations sees it. */
export interface InviteCandidate {
  readonly id: string
  readonly shortName: string
  /** Address of the person who has access and was not invited, or else the customer's own; empty for none. */
  readonly email: string
  readonly isActive: boolean
  readonly accepted: boolean
  readonly invited: boolean
  readonly ended: boolean
}

/** Reads a page of customers in the order of their ids: of all, or only of these. */
export async function selectInviteCandidates(
  ctx: Ctx,
  { only, after, limit }: { only: readonly string[] | null; after: string | null; limit: number },
): Promise<InviteCandidate[]> {
  const account = ctx.accountId
  const { rows } = await sql<InviteCandidate>`
    with page as (
      select c.id, c.short_name, c.email, c.is_active from customers c
      where c.account_id = ${account} and ${after === null ? sql`true` : sql`c.id > ${after}::uuid`}
        and ${only === null ? sql`true` : sql`c.id = any(${only}::uuid[])`}
      order by c.id limit ${limit}
    ), people as (
      select l.customer_id, bool_or(u.accepted_at is not null) as accepted, bool_or(u.invited_at is not null) as invited,
        min(u.email) filter (where u.accepted_at is null) as email
      from portal_user_customers l join portal_users u on u.account_id = l.account_id and u.id = l.portal_user_id
      where l.account_id = ${account} and l.customer_id in (select id from page)
      group by l.customer_id
    )
    select p.id, p.short_name as "shortName", coalesce(w.email, p.email) as email, p.is_active as "isActive",
      coalesce(w.accepted, false) as accepted, coalesce(w.invited, false) as invited,
      w.customer_id is null and exists (
        select from ended_portal_access e where e.account_id = ${account} and e.customer_id = p.id) as ended
    from page p left join people w on w.customer_id = p.id
    order by p.id`.execute(ctx.db)
  return rows
}

/** Counts all customers, or those of these that exist. */
export async function countInviteCandidates(ctx: Ctx, only: readonly string[] | null): Promise<number> {
  const row = await ctx.db
    .selectFrom('customers')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', ctx.accountId)
    .where(only === null ? sql<boolean>`true` : sql<boolean>`id = any(${only}::uuid[])`)
    .executeTakeFirstOrThrow()
  return row.count
}
