import type { Credentials } from '../../../gateways/payments/port.ts'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import { markDue } from '../../../platform/due-work/mark-due.ts'
import type { ConnectionRow } from '../tables.ts'
import { addBusiness, removeBusiness } from './businesses.ts'

const ofAccount = (ctx: Ctx) =>
  ctx.db.selectFrom('payment_connections').selectAll().where('account_id', '=', ctx.accountId)

/** Returns the account's connections, also those that have ended, in the order in which they were first made. */
export const selectConnections = (ctx: Ctx): Promise<ConnectionRow[]> =>
  ofAccount(ctx).orderBy('id').execute()

export const lockConnections = (ctx: Ctx): Promise<ConnectionRow[]> =>
  ofAccount(ctx).orderBy('id').forUpdate().execute()

export const selectConnection = async (ctx: Ctx, provider: string): Promise<ConnectionRow | null> =>
  (await ofAccount(ctx).where('provider', '=', provider).executeTakeFirst()) ?? null

export const lockConnection = async (ctx: Ctx, provider: string): Promise<ConnectionRow | null> =>
  (await ofAccount(ctx).where('provider', '=', provider).forUpdate().executeTakeFirst()) ?? null

/**
 * Locks the processor's connection against an end or another account until the transaction ends. Notes of calls and other payments
 * don't wait for it.
 */
export const shareConnection = async (ctx: Ctx, provider: string): Promise<ConnectionRow | null> =>
  (await ofAccount(ctx).where('provider', '=', provider).forKeyShare().executeTakeFirst()) ?? null

/** Names whose key encrypts credentials; no transaction is needed. */
export type Holder = Pick<Ctx, 'app' | 'accountId'>

const placeOf = (ctx: Holder, id: string) => ({
  table: 'payment_connections',
  column: 'credentials',
  accountId: ctx.accountId,
  rowId: id,
})

export const openCredentials = (ctx: Holder, row: ConnectionRow): Credentials =>
  JSON.parse(ctx.app.encryption.decrypt(row.credentials, placeOf(ctx, row.id))) as Credentials

export const closeCredentials = (ctx: Ctx, id: string, credentials: Credentials): Buffer =>
  ctx.app.encryption.encrypt(JSON.stringify(credentials), placeOf(ctx, id))

/** Whether a processor takes payments for an account, and what it waits for. */
export interface Charges {
  readonly enabled: boolean
  readonly missing: readonly string[]
}

/** Writes a new connection, or replaces the same processor's former one. */
export async function saveConnection(
  ctx: Ctx,
  made: { provider: string; name: string; credentials: Credentials; by: string | null; charges?: Charges },
): Promise<ConnectionRow> {
  const askedMs = ctx.app.clock.wallNow()
  const before = await lockConnection(ctx, made.provider)
  // A payment of the former account may have held the lock, and started later than this transaction.
  const waitedMs = ctx.app.clock.wallNow() - askedMs
  const id = before?.id ?? nextId(ctx)
  const remoteId = made.credentials.remoteId ?? ''
  if (before) await removeBusiness(ctx, before)
  await addBusiness(ctx, { provider: made.provider, remote_id: remoteId })
  const values = {
    status: 'connected' as const,
    remote_id: remoteId,
    business_since: before?.remote_id === remoteId ? before.business_since : asDate(ctx.now + waitedMs),
    name: made.name,
    live: made.credentials.live === true,
    credentials: closeCredentials(ctx, id, made.credentials),
    connected_at: asDate(ctx.now),
    connected_by: made.by,
    ended_at: null,
    ended_by: null,
    refresh_at: refreshAt(ctx, made.credentials),
    refresh_lease: null,
    refresh_leased_until: null,
    worked_at: asDate(ctx.app.clock.wallNow()),
    failed_at: null,
    failure: null,
    opened_here: made.credentials.openedHere === true,
    charges_enabled: made.charges?.enabled ?? true,
    missing: [...(made.charges?.missing ?? [])],
  }
  if (values.refresh_at) await markDue(ctx, 'connections.refresh-tokens', id, values.refresh_at.getTime())
  return ctx.db
    .insertInto('payment_connections')
    .values({ account_id: ctx.accountId, id, provider: made.provider, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'provider']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Replaces the credentials of a connection that is still the same. */
export async function replaceCredentials(
  ctx: Ctx,
  row: ConnectionRow,
  credentials: Credentials,
): Promise<void> {
  await ctx.db
    .updateTable('payment_connections')
    .set({ credentials: closeCredentials(ctx, row.id, credentials) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', row.id)
    .where('remote_id', '=', row.remote_id)
    .where('status', '=', 'connected')
    .execute()
}

/** Writes whether the processor takes payments for a locked connection's account. */
export const saveCharges = (ctx: Ctx, { id }: ConnectionRow, charges: Charges): Promise<ConnectionRow> =>
  ctx.db
    .updateTable('payment_connections')
    .set({ charges_enabled: charges.enabled, missing: [...charges.missing] })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Writes which accounts take new payments of a locked connection. */
export const saveDepositAccounts = (
  ctx: Ctx,
  { id }: ConnectionRow,
  accounts: Readonly<Record<string, string>>,
): Promise<ConnectionRow> =>
  ctx.db
    .updateTable('payment_connections')
    .set({ deposit_accounts: JSON.stringify(accounts) })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Writes that a connection has ended, and forgets its credentials: keys of the business's own are valid for longer. */
export async function endConnection(ctx: Ctx, id: string, by: 'staff' | 'processor'): Promise<ConnectionRow> {
  return ctx.db
    .updateTable('payment_connections')
    .set({
      status: 'disconnected',
      credentials: closeCredentials(ctx, id, {}),
      ended_at: asDate(ctx.now),
      ended_by: by,
    })
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Share of a token's life after which a new one is asked for. */
const REFRESH_AFTER = 0.8 // not money: a share of time

/** Returns when a token is replaced that was given now, by the machine's clock. */
export function refreshAt({ app }: Ctx, { accessExpiresAt, refreshToken, keys }: Credentials): Date | null {
  if (accessExpiresAt === undefined || (refreshToken === undefined && keys === undefined)) return null
  const now = app.clock.wallNow()
  return asDate(now + Math.max(0, Math.floor((Date.parse(accessExpiresAt) - now) * REFRESH_AFTER)))
}
