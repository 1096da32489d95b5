import type { Connection, Credentials, Outcome } from '../../../gateways/payments/port.ts'
import { audit } from '../../../platform/audit.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { replaceCredentials, saveConnection } from '../store/connections.ts'
import type { ConnectionRow } from '../tables.ts'
import { checkState } from './connection-state.ts'
import { type ConnectableProcessor, callbackOf, connectable } from './find-connectable.ts'
import { type ShownConnection, showConnection } from './list-connections.ts'
import { noteConnected } from './note-connected.ts'

/**
 * Finishes a connection with the code that the processor sent back. Refuses authorization_expired for a state of somebody
 * else or an old one, connection_refused with what to do when the processor refuses the code, processor_unavailable.
 */
export async function finishConnection(
  uow: UnitOfWork,
  provider: string,
  answer: { code: string; scope: string; state: string },
): Promise<ShownConnection> {
  const adapter = connectable(uow.app, provider)
  const { app, accountId, actor } = uow
  if (actor.kind !== 'staff') throw refuse('not_allowed')
  checkState(app, { accountId, userId: actor.userId, provider }, answer.state)
  const { code, scope } = answer
  const finished = await adapter.connectFinish({ code, scope }, callbackOf(app.config, provider))
  if (!finished.ok) throw refusalOf(adapter, finished)
  const credentials = finished.value
  const connection = connectionOf(accountId, credentials)
  const health = await adapter.health(connection)
  const name = health.ok ? health.value.name : ''
  const row = await uow.transaction(async (ctx) => {
    const saved = await saveConnection(ctx, { provider, name, credentials, by: actor.userId })
    await audit(
      ctx,
      'connections.connect',
      { type: 'account', id: accountId },
      { processor: adapter.name, name },
    )
    await noteConnected(ctx)
    return saved
  })
  await subscribe(uow, adapter, row, credentials)
  return showConnection(adapter, row)
}

const connectionOf = (accountId: string, credentials: Credentials): Connection => ({
  accountId,
  credentials,
  ...(credentials.remoteId !== undefined && { remoteId: credentials.remoteId }),
})

function refusalOf(adapter: ConnectableProcessor, { error }: Extract<Outcome<never>, { ok: false }>) {
  if (error.kind === 'unavailable' || error.kind === 'rate_limited' || error.kind === 'unknown_outcome')
    return refuse('processor_unavailable', `${adapter.name} did not answer. Please try again.`)
  return refuse('connection_refused', `${adapter.name} did not accept this connection. Please connect again.`)
}

/** Asks for webhooks. Without them payments are still found, only later, so a failure is no reason to end the connection. */
async function subscribe(
  uow: UnitOfWork,
  adapter: ConnectableProcessor,
  row: ConnectionRow,
  credentials: Credentials,
): Promise<void> {
  const url = `${uow.app.config.appOrigin}/api/webhooks/${row.provider}/${uow.accountId}/`
  const key = `webhook-${row.id}-${row.connected_at.getTime()}`
  const subscribed = await adapter.subscribe?.(connectionOf(uow.accountId, credentials), url, key)
  if (!subscribed) return
  if (!subscribed.ok) {
    uow.app.log.warn('payment processor sends no webhooks', { reason: subscribed.error.code })
    return
  }
  const { secret } = subscribed.value
  await uow.transaction((ctx) => replaceCredentials(ctx, row, { ...credentials, webhookSecret: secret }))
}
