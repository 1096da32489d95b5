import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { pageOf } from '../../../platform/db/window.ts'
import type { ContactChangeRow } from '../tables.ts'

const ofAccount = (ctx: Ctx) =>
  ctx.db.selectFrom('contact_changes').selectAll().where('account_id', '=', ctx.accountId)

/** Locks the customer's open proposal; null without one. */
export const lockOpenChange = async (ctx: Ctx, customerId: string): Promise<ContactChangeRow | null> =>
  (await ofAccount(ctx)
    .where('customer_id', '=', customerId)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst()) ?? null

/** Returns whose proposal it is; null for an unknown one. */
export const readCustomerOf = async (ctx: Ctx, id: string): Promise<string | null> =>
  (await ofAccount(ctx).where('id', '=', id).executeTakeFirst())?.customer_id ?? null

export const lockChange = async (ctx: Ctx, id: string): Promise<ContactChangeRow | null> =>
  (await ofAccount(ctx).where('id', '=', id).forUpdate().executeTakeFirst()) ?? null

/** Returns the customer's open proposal, and the last one that the company decided. */
export async function readChanges(
  ctx: Ctx,
  customerId: string,
): Promise<{ open: ContactChangeRow | null; decided: ContactChangeRow | null }> {
  const mine = ofAccount(ctx).where('customer_id', '=', customerId)
  const [open, decided] = await Promise.all([
    mine.where('state', '=', 'open').executeTakeFirst(),
    mine
      .where('state', 'in', ['approved', 'refused'])
      .orderBy('proposed_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ])
  return { open: open ?? null, decided: decided ?? null }
}

/** Serializes the proposals of one customer. */
export async function lockProposals(ctx: Ctx, customerId: string): Promise<void> {
  await sql`
    select from customers where account_id = ${ctx.accountId} and id = ${customerId} for no key update`.execute(
    ctx.db,
  )
}

export async function insertChange(
  ctx: Ctx,
  change: Pick<ContactChangeRow, 'customer_id' | 'proposed' | 'before' | 'proposed_by' | 'proposed_by_email'>,
): Promise<string> {
  const id = nextId(ctx)
  await ctx.db
    .insertInto('contact_changes')
    .values({
      ...change,
      account_id: ctx.accountId,
      id,
      proposed: JSON.stringify(change.proposed),
      before: JSON.stringify(change.before),
      proposed_at: asDate(ctx.now),
      decided_by: null,
      decided_at: null,
    })
    .execute()
  return id
}

export async function endChange(
  ctx: Ctx,
  id: string,
  end: { state: 'approved' | 'refused' | 'replaced' | 'withdrawn'; by: string | null; note?: string },
): Promise<void> {
  await ctx.db
    .updateTable('contact_changes')
    .set({ state: end.state, decided_by: end.by, decided_at: asDate(ctx.now), note: end.note ?? '' })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}

/** Returns a page of the open proposals, the oldest first, and their number. */
export async function selectOpenChanges(
  ctx: Ctx,
  { customerId, limit, offset }: { customerId: string | undefined; limit: number; offset: number },
): Promise<{ count: number; changes: ContactChangeRow[] }> {
  const wanted = sql<boolean>`c.account_id = ${ctx.accountId} and c.state = 'open'
    ${customerId === undefined ? sql`` : sql`and c.customer_id = ${customerId}`}`
  const [counted, found] = await Promise.all([
    sql<{ count: number }>`select count(*)::int as count from contact_changes c where ${wanted}`.execute(
      ctx.db,
    ),
    sql<ContactChangeRow>`select c.* from contact_changes c where ${wanted}
      order by c.proposed_at, c.id ${pageOf(limit, offset)}`.execute(ctx.db),
  ])
  return { count: counted.rows[0]!.count, changes: found.rows }
}
