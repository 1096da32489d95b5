import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Connection,
  type Credentials,
  failed,
  type Outcome,
  type PaymentProcessor,
  type ProcessorErrorKind,
  succeeded,
} from '../../../gateways/payments/port.ts'
import { type App, type Ctx, type UnitOfWork, unitOfWork } from '../../../platform/context.ts'
import { lockConnection, openCredentials } from '../store/connections.ts'
import { endLease, leaseRefresh, saveRefreshed } from '../store/refreshing.ts'
import type { ConnectionRow } from '../tables.ts'
import { endByProcessor } from './end-by-processor.ts'
import { connectionOf } from './read-connection.ts'

const CALLER = { requestId: 'connections', ip: null }
const ACTOR = { kind: 'system', job: 'connections.refresh-tokens' } as const
const POLL_MS = 100
/** Others wait this long for the one who refreshes. */
const POLLS = 250
const UNANSWERED: ReadonlySet<ProcessorErrorKind> = new Set([
  'unavailable',
  'rate_limited',
  'unknown_outcome',
])

/**
 * Returns the connection with a token newer than the one that was used. One caller at a time asks the processor, since its
 * refresh tokens work once; the others wait and get the same token. It is stored before anybody uses it. A refusal ends the
 * connection and notifies the owners by email. Fails with not_connected, or unavailable while the processor doesn't answer.
 */
export async function refreshConnection(
  app: App,
  adapter: PaymentProcessor,
  used: Connection,
): Promise<Outcome<Connection>> {
  const uow = unitOfWork(app, CALLER, ACTOR, used.accountId)
  for (let poll = 0; poll < POLLS; poll++) {
    const claim = await uow.transaction((ctx) => claimRefresh(ctx, adapter.id, used))
    if (claim.kind === 'ended') return notConnected
    if (claim.kind === 'newer') return succeeded(claim.connection)
    if (claim.kind === 'claimed') return refresh(uow, adapter, used, claim)
    await sleep(POLL_MS)
  }
  return failed({ kind: 'unavailable', code: 'refresh_busy', raw: null })
}

const notConnected = failed({ kind: 'not_connected', code: 'connection_ended', raw: null })

type Claim =
  | { readonly kind: 'ended' | 'busy' }
  | { readonly kind: 'newer'; readonly connection: Connection }
  | { readonly kind: 'claimed'; readonly lease: string; readonly credentials: Credentials }

async function claimRefresh(ctx: Ctx, provider: string, used: Connection): Promise<Claim> {
  const row = await lockConnection(ctx, provider)
  if (!row || !isSame(row, used)) return { kind: 'ended' }
  const credentials = openCredentials(ctx, row)
  if (credentials.accessToken !== used.credentials?.accessToken)
    return { kind: 'newer', connection: connectionOf(ctx, row) }
  const lease = await leaseRefresh(ctx, row)
  return lease === null ? { kind: 'busy' } : { kind: 'claimed', lease, credentials }
}

/** True while the connection is the one that was used, and not a later one. */
const isSame = (row: ConnectionRow, { sinceMs }: Connection): boolean =>
  row.status === 'connected' && (sinceMs === undefined || row.business_since.getTime() === sinceMs)

async function refresh(
  uow: UnitOfWork,
  adapter: PaymentProcessor,
  used: Connection,
  { lease, credentials }: Extract<Claim, { kind: 'claimed' }>,
): Promise<Outcome<Connection>> {
  const answered = await ask(uow.app, adapter, credentials)
  return uow.transaction(async (ctx) => {
    const row = await lockConnection(ctx, adapter.id)
    // The call must not go to another account of the business than the one that it is about.
    if (!row || !isSame(row, used)) return notConnected
    // The connection was replaced meanwhile, or the lease expired and somebody else has refreshed.
    if (openCredentials(ctx, row).accessToken !== credentials.accessToken)
      return succeeded(connectionOf(ctx, row))
    if (answered.ok) {
      await saveRefreshed(ctx, row, { ...openCredentials(ctx, row), ...answered.value })
      return succeeded(connectionOf(ctx, (await lockConnection(ctx, adapter.id))!))
    }
    await endLease(ctx, row, lease)
    if (UNANSWERED.has(answered.error.kind)) return failed({ ...answered.error, kind: 'unavailable' })
    await endByProcessor(ctx, adapter, row)
    return notConnected
  })
}

async function ask(
  app: App,
  adapter: PaymentProcessor,
  credentials: Credentials,
): Promise<Outcome<Credentials>> {
  try {
    return (await adapter.refresh?.(credentials)) ?? notConnected
  } catch (error) {
    app.log.error('payment processor call failed', { call: `${adapter.id} refresh`, error })
    return failed({ kind: 'unknown_outcome', code: 'thrown', raw: null })
  }
}
