import { type RawBuilder, sql } from 'kysely'
import type { PortalLoginState } from '../../../../domain/people/portal-login-state.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readCountedPage } from '../../../platform/db/window.ts'
import { wasNotHere } from './portal-access.ts'

export interface PortalLoginRow {
  readonly customer_id: string
  readonly short_name: string
  /** Null for a customer without a login. */
  readonly login: string | null
  readonly email: string
  readonly state: PortalLoginState
  readonly first: boolean
  readonly invited_at: Date | null
  readonly last_seen_at: Date | null
  readonly ended_at: Date | null
}

export interface PortalLoginFilter {
  /** Matched with the customer's name and the address; empty for all. */
  readonly search: string
  readonly state: PortalLoginState | undefined
  readonly customerId: string | undefined
  readonly orderBy: { readonly column: string; readonly direction: 'asc' | 'desc' }
}

const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  short_name: sql`lower(short_name)`,
  email: sql`lower(email)`,
  last_seen_at: sql`last_seen_at`,
}

/** Open access, customers without a login, and ended access, in this order. */
function entriesOf(ctx: Ctx, customerId: string | undefined): RawBuilder<PortalLoginRow> {
  const account = ctx.accountId
  const one = (column: RawBuilder<unknown>) =>
    customerId === undefined ? sql`true` : sql`${column} = ${customerId}::uuid`
  return sql`
    select c.id as customer_id, c.short_name, u.id as login, u.email,
      case when u.disabled_at is not null then 'removed' when u.accepted_at is not null then 'active'
        when u.invited_at is not null then 'invited' else 'not_invited' end as state,
      row_number() over (partition by c.id order by ${wasNotHere}, l.created_at, u.id) = 1 as first,
      u.invited_at, u.last_seen_at, u.disabled_at as ended_at
    from portal_user_customers l
      join portal_users u on u.account_id = l.account_id and u.id = l.portal_user_id
      join customers c on c.account_id = l.account_id and c.id = l.customer_id
    where l.account_id = ${account} and ${one(sql`l.customer_id`)}
    union all
    select c.id, c.short_name, null, c.email, 'not_invited', false, null, null, null
    from customers c
    where c.account_id = ${account} and c.is_active and ${one(sql`c.id`)}
      and not exists (select from portal_user_customers l where l.account_id = ${account} and l.customer_id = c.id)
      and not exists (select from ended_portal_access e where e.account_id = ${account} and e.customer_id = c.id)
    union all
    select c.id, c.short_name, u.id, u.email, 'removed', false, u.invited_at, u.last_seen_at, e.ended_at
    from ended_portal_access e
      join portal_users u on u.account_id = e.account_id and u.id = e.portal_user_id
      join customers c on c.account_id = e.account_id and c.id = e.customer_id
    where e.account_id = ${account} and ${one(sql`e.customer_id`)}`
}

/** Reads a page of the list of logins, and how many there are. */
export async function selectPortalLogins(
  ctx: Ctx,
  filter: PortalLoginFilter,
  limit: number,
  offset: number,
): Promise<{ count: number; rows: PortalLoginRow[] }> {
  const { search, state, customerId, orderBy } = filter
  const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const direction = orderBy.direction === 'desc' ? sql`desc nulls last` : sql`asc nulls last`
  const read = async (most: number, from: number) => {
    const { rows } = await sql<PortalLoginRow & { count: number }>`
    select *, (count(*) over ())::int as count from (${entriesOf(ctx, customerId)}) as entry
    where ${state === undefined ? sql`true` : sql`state = ${state}`}
      and ${search === '' ? sql`true` : sql`(lower(short_name) like ${pattern} or lower(email) like ${pattern})`}
    order by ${ORDERS[orderBy.column]!} ${direction}, lower(short_name), lower(email), customer_id, login
    limit ${most} offset ${from}`.execute(ctx.db)
    return rows
  }
  return readCountedPage(read, { limit, offset })
}
