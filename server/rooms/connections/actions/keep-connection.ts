import type { Connection, Credentials, PaymentProcessor } from '../../../gateways/payments/port.ts'
import { audit } from '../../../platform/audit.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { lockConnection, openCredentials, replaceCredentials, saveConnection } from '../store/connections.ts'
import type { ConnectionRow } from '../tables.ts'
import { type ShownConnection, showConnection } from './list-connections.ts'
import { noteConnected } from './note-connected.ts'

/** Keeps a connection that the processor has accepted, and asks for its webhooks. */
export async function keepConnection(
  uow: UnitOfWork,
  adapter: PaymentProcessor,
  credentials: Credentials,
  userId: string,
): Promise<ShownConnection> {
  const { accountId } = uow
  const health = await adapter.health(connectionOf(accountId, credentials))
  const name = health.ok ? health.value.name : ''
  const row = await uow.transaction(async (ctx) => {
    const saved = await saveConnection(ctx, { provider: adapter.id, name, credentials, by: userId })
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

/** Asks for webhooks. Without them payments are still found, only later, so a failure is no reason to end the connection. */
async function subscribe(
  uow: UnitOfWork,
  adapter: PaymentProcessor,
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
  await uow.transaction(async (ctx) => {
    const now = await lockConnection(ctx, row.provider)
    // The connection may have ended meanwhile, or been made anew.
    if (now?.status === 'connected' && now.connected_at.getTime() === row.connected_at.getTime())
      await replaceCredentials(ctx, now, { ...openCredentials(ctx, now), webhookSecret: secret })
  })
}
