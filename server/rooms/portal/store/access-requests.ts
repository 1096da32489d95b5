import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { filterConditions, type ListMatch } from '../../../platform/db/filtering.ts'
import type { AccessRequestRow } from '../tables.ts'

export type ListedRequest = AccessRequestRow & { readonly short_name: string | null }

type AskedRequest = Pick<AccessRequestRow, 'name' | 'email' | 'reference'> & {
  /** Its texts name one customer. */
  readonly namesCustomer: boolean
}

/**
 * Adds a request, or changes the address's open one, which keeps its five former texts: anybody can type an address that isn't theirs.
 * Returns its id.
 */
export async function upsertRequest(
  ctx: Ctx,
  { name, email, reference, namesCustomer }: AskedRequest,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into portal_access_requests as r (account_id, id, name, email, reference, names_customer, created_at)
    values (${ctx.accountId}, ${nextId(ctx)}, ${name}, ${email}, ${reference}, ${namesCustomer}, ${asDate(ctx.now)})
    on conflict (account_id, lower(email)) where state = 'open' do update set
      name = excluded.name, reference = excluded.reference,
      names_customer = r.names_customer or excluded.names_customer,
      earlier = case when (r.name, r.reference) = (excluded.name, excluded.reference) then r.earlier
        else jsonb_path_query_array(
          jsonb_build_array(jsonb_build_object('name', r.name, 'reference', r.reference)) || r.earlier, '$[0 to 4]') end
    returning id`.execute(ctx.db)
  return rows[0]!.id
}

/** Deletes the open request to give up first: the oldest that names no customer, or else the oldest. Null without one. */
export async function dropOldestRequest(ctx: Ctx): Promise<{ id: string; email: string } | null> {
  const { rows } = await sql<{ id: string; email: string }>`
    delete from portal_access_requests where account_id = ${ctx.accountId} and id = (
      select id from portal_access_requests where account_id = ${ctx.accountId} and state = 'open'
      order by names_customer, created_at, id limit 1 for update)
    returning id, email`.execute(ctx.db)
  return rows[0] ?? null
}

/** Counts the open requests, at most `limit`. */
export async function countOpenRequests(ctx: Ctx, limit: number): Promise<number> {
  const rows = await ctx.db
    .selectFrom('portal_access_requests')
    .select('id')
    .where('account_id', '=', ctx.accountId)
    .where('state', '=', 'open')
    .limit(limit)
    .execute()
  return rows.length
}

/** Filters and order of a list of requests. */
export interface RequestMatch extends ListMatch {
  readonly state: AccessRequestRow['state']
  /** Approved onto this customer. */
  readonly customerId: string | undefined
}

const ORDERS = {
  created_at: sql`r.created_at`,
  decided_at: sql`r.decided_at`,
  name: sql`lower(r.name)`,
  email: sql`lower(r.email)`,
  reference: sql`lower(r.reference)`,
  customer: sql`lower(c.short_name)`,
} as const

/** Reads a page of requests, and how many there are. */
export async function selectRequests(
  ctx: Ctx,
  match: RequestMatch,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ count: number; rows: ListedRequest[] }> {
  const { state, customerId, filters, timezone, column, direction } = match
  const columns = {
    created_at: { expression: sql`r.created_at`, kind: 'date', timezone },
    decided_at: { expression: sql`r.decided_at`, kind: 'date', timezone },
  } as const
  const ofState = ctx.db
    .selectFrom('portal_access_requests as r')
    .where('r.account_id', '=', ctx.accountId)
    .where('r.state', '=', state)
    .$if(customerId !== undefined, (q) => q.where('r.customer_id', '=', customerId!))
    .$if(filters.length > 0, (q) => q.where(filterConditions(filters, columns)))
  const { count } = await ofState.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  const rows = await ofState
    .leftJoin('customers as c', (join) =>
      join.onRef('c.account_id', '=', 'r.account_id').onRef('c.id', '=', 'r.customer_id'),
    )
    .selectAll('r')
    .select('c.short_name')
    .orderBy(ORDERS[column as keyof typeof ORDERS], direction)
    .orderBy('r.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
  return { count, rows }
}

/** Locks a request until the transaction ends; null when there is none. */
export const lockRequest = async (ctx: Ctx, id: string): Promise<AccessRequestRow | null> =>
  (await ctx.db
    .selectFrom('portal_access_requests')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()) ?? null

/** Records the decision on an open request. */
export async function decideRequest(ctx: Ctx, id: string, customerId: string | null): Promise<void> {
  await ctx.db
    .updateTable('portal_access_requests')
    .set({
      state: customerId === null ? 'refused' : 'approved',
      customer_id: customerId,
      decided_at: asDate(ctx.now),
      decided_by: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
    })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}
