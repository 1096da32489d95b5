import type { Connection, Credentials, PaymentProcessor } from '../../../gateways/payments/port.ts'
import { audit } from '../../../platform/audit.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { isShared } from '../store/businesses.ts'
import { lockConnection, openCredentials, replaceCredentials, saveConnection } from '../store/connections.ts'
import type { ConnectionRow } from '../tables.ts'
import { type ShownConnection, showConnection } from './list-connections.ts'
import { chargesOf } from './note-charges.ts'
import { noteConnected } from './note-connected.ts'
import { readConnection } from './read-connection.ts'

interface Wish {
  readonly userId: string
  /** The person confirmed that this is another account of the company than before. */
  readonly otherAccount: boolean
  readonly beforeEnd: BeforeEnd
}

/** Runs while a connection that is about to end still works: payments that are open at it are canceled. */
export type BeforeEnd = (uow: UnitOfWork, provider: string, connection: Connection) => Promise<void>

/** Keeps a connection that the processor has accepted, and asks for its webhooks. Refuses other_business. */
export async function keepConnection(
  uow: UnitOfWork,
  adapter: PaymentProcessor,
  credentials: Credentials,
  { userId, otherAccount, beforeEnd }: Wish,
): Promise<ShownConnection> {
  const { accountId } = uow
  const connection = connectionOf(accountId, credentials)
  const health = await adapter.health(connection)
  const name = health.ok ? health.value.name : ''
  if (otherAccount) {
    const former = await uow.transaction((ctx) => readConnection(ctx, adapter.id))
    if (former && former.remoteId !== credentials.remoteId) await beforeEnd(uow, adapter.id, former)
  }
  const saved = await uow.transaction(async (ctx) => {
    const before = await lockConnection(ctx, adapter.id)
    const remoteId = credentials.remoteId ?? ''
    if (before && before.remote_id !== remoteId && !otherAccount)
      return { before, shared: await isShared(ctx, { provider: adapter.id, remote_id: remoteId }) }
    const row = await saveConnection(ctx, {
      provider: adapter.id,
      name,
      credentials,
      by: userId,
      ...(health.ok && { charges: chargesOf(health.value) }),
    })
    await audit(
      ctx,
      'connections.connect',
      { type: 'account', id: accountId },
      { processor: adapter.name, name },
    )
    await noteConnected(ctx)
    return { row }
  })
  if ('before' in saved) {
    // The access that was just given is not kept.
    if (!saved.shared) await adapter.disconnect?.(connection)
    throw refuse('other_business', otherBusinessText(adapter.name, name, saved.before.name))
  }
  await subscribe(uow, adapter, saved.row, credentials)
  return showConnection(uow, adapter, saved.row)
}

const otherBusinessText = (processor: string, now: string, before: string): string =>
  `${now || 'This'} is another ${processor} account than ${before || 'the one'} that you connected before. Nothing was changed. ` +
  `Disconnect ${processor} first, then choose “Connect another account”.`

const connectionOf = (accountId: string, credentials: Credentials): Connection => ({
  accountId,
  credentials,
  ...(credentials.remoteId !== undefined && { remoteId: credentials.remoteId }),
})

/** Asks for webhooks. Without them payments are still found, only later, so a failure doesn't end the connection. */
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
    // The connection may have ended meanwhile, or been replaced.
    if (now?.status === 'connected' && now.connected_at.getTime() === row.connected_at.getTime())
      await replaceCredentials(ctx, now, { ...openCredentials(ctx, now), webhookSecret: secret })
  })
}
