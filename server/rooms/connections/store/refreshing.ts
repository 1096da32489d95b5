import type { Credentials } from '../../../gateways/payments/port.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { markDue } from '../../../platform/due-work/mark-due.ts'
import type { ConnectionFailure, ConnectionRow } from '../tables.ts'
import { closeCredentials, refreshAt } from './connections.ts'

/** Longer than a refresh takes, its time limit included. */
const LEASE_MS = 60_000

/** Lets this caller alone refresh the token of a locked row. Returns null while another one does. */
export async function leaseRefresh(ctx: Ctx, row: ConnectionRow): Promise<string | null> {
  const now = ctx.app.clock.wallNow()
  if (row.refresh_leased_until !== null && row.refresh_leased_until.getTime() > now) return null
  const lease = nextId(ctx)
  await update(ctx, row.id, { refresh_lease: lease, refresh_leased_until: asDate(now + LEASE_MS) })
  return lease
}

/** Ends the lease of a locked row, if it is still this one. */
export async function endLease(ctx: Ctx, row: ConnectionRow, lease: string): Promise<void> {
  if (row.refresh_lease === lease)
    await update(ctx, row.id, { refresh_lease: null, refresh_leased_until: null })
}

/** Writes the new token of a locked row. */
export async function saveRefreshed(ctx: Ctx, row: ConnectionRow, credentials: Credentials): Promise<void> {
  const at = refreshAt(ctx, credentials)
  await update(ctx, row.id, {
    credentials: closeCredentials(ctx, row.id, credentials),
    refresh_at: at,
    refresh_lease: null,
    refresh_leased_until: null,
  })
  if (at) await markDue(ctx, 'connections.refresh-tokens', row.id, at.getTime())
}

/** Returns the connections whose token is due for a new one. */
export const selectDueForRefresh = (ctx: Ctx): Promise<ConnectionRow[]> =>
  ctx.db
    .selectFrom('payment_connections')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('status', '=', 'connected')
    .where('refresh_at', '<=', asDate(ctx.app.clock.wallNow()))
    .execute()

/** When the next token is due, in epoch ms of the machine's clock; null when none expires. */
export async function nextRefreshAt(ctx: Ctx): Promise<number | null> {
  const found = await ctx.db
    .selectFrom('payment_connections')
    .select((row) => row.fn.min('refresh_at').as('at'))
    .where('account_id', '=', ctx.accountId)
    .where('status', '=', 'connected')
    .executeTakeFirst()
  return found?.at ? found.at.getTime() : null
}

/** Writes whether the processor answered. `failure`: null when it did. */
export async function noteCall(ctx: Ctx, provider: string, failure: ConnectionFailure | null): Promise<void> {
  const now = asDate(ctx.app.clock.wallNow())
  await ctx.db
    .updateTable('payment_connections')
    .set(failure === null ? { worked_at: now } : { failed_at: now, failure })
    .where('account_id', '=', ctx.accountId)
    .where('provider', '=', provider)
    .execute()
}

const update = (ctx: Ctx, id: string, values: Partial<Omit<ConnectionRow, 'deposit_accounts'>>) =>
  ctx.db
    .updateTable('payment_connections')
    .set(values)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
