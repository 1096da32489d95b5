import { MINUTE_MS } from '../../../../domain/dates/durations.ts'
import type { AccountingPlatform, Connection, Outcome } from '../../../gateways/accounting/port.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { changeConnection, encryptCredentials, toConnection } from '../store/connections.ts'
import type { ConnectionRow } from '../tables.ts'
import { noteRevoked } from './connect/end-connection.ts'
import { type Claim, underClaim } from './take-claim.ts'

/** Tokens are exchanged so long before they expire. */
const AHEAD_MS = 5 * MINUTE_MS

/**
 * Calls the platform with a token that is not about to expire, and again with a new one when it is refused. Only the holder of
 * the claim exchanges tokens, and new ones are stored before they are used. A refused exchange ends the connection.
 */
export async function callPlatform<T>(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  call: (connection: Connection) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const opened = await open(uow, claim, platform, false)
  if (!opened.ok) return opened
  const first = await call(opened.value)
  if (!first.ok && first.error.kind === 'not_connected') await noteRevoked(uow, claim.connection.id, platform)
  if (first.ok || first.error.kind !== 'auth' || !platform.refresh) return first
  const again = await open(uow, claim, platform, true)
  return again.ok ? call(again.value) : again
}

async function open(
  uow: UnitOfWork,
  claim: Claim,
  platform: AccountingPlatform,
  renew: boolean,
): Promise<Outcome<Connection>> {
  const connection = await underClaim(uow, claim, async (ctx, row) => toConnection(ctx, row))
  const { credentials } = connection
  const expiresAt = credentials?.accessExpiresAt
  const isFresh = expiresAt === undefined || Date.parse(expiresAt) - AHEAD_MS > uow.app.clock.wallNow()
  if (!credentials || !platform.refresh || (isFresh && !renew)) return { ok: true, value: connection }
  const refreshed = await platform.refresh(credentials)
  if (!refreshed.ok) {
    if (refreshed.error.kind === 'auth' || refreshed.error.kind === 'not_connected')
      await noteRevoked(uow, claim.connection.id, platform)
    return refreshed
  }
  const value = { ...credentials, ...refreshed.value }
  await underClaim(uow, claim, async (ctx, row: ConnectionRow) => {
    await changeConnection(ctx, row.id, { credentials: encryptCredentials(ctx, row.id, value) })
  })
  return { ok: true, value: { ...connection, credentials: value } }
}
