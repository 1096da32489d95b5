import { audit } from '../../../platform/audit.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { deleteChoicesOf } from '../store/choices.ts'
import { endConnection, lockConnection } from '../store/connections.ts'
import type { ConnectionRow } from '../tables.ts'
import { connectable } from './find-connectable.ts'
import { type ShownConnection, showConnection } from './list-connections.ts'
import { mailConnectionEnded } from './mail-connection-ended.ts'
import { noteConnected } from './note-connected.ts'
import { readConnection } from './read-connection.ts'

/**
 * Ends a connection, here and at the processor. Ending it twice is the same as once. Refuses not_found without one,
 * processor_unavailable while the processor doesn't answer.
 */
export async function disconnect(uow: UnitOfWork, provider: string): Promise<ShownConnection> {
  const adapter = connectable(uow.app, provider)
  const connection = await uow.transaction((ctx) => readConnection(ctx, provider))
  if (connection) {
    const ended = await adapter.disconnect?.(connection)
    const { kind } = ended?.ok === false ? ended.error : { kind: 'ok' }
    // Any other answer means that the access is gone already.
    if (kind === 'unavailable' || kind === 'rate_limited' || kind === 'unknown_outcome')
      throw refuse('processor_unavailable', `${adapter.name} did not answer. Please try again.`)
  }
  return uow.transaction(async (ctx) => {
    const row = await lockConnection(ctx, provider)
    if (!row) throw refuse('not_found')
    if (row.status === 'disconnected') return showConnection(adapter, row)
    return showConnection(adapter, await end(ctx, row, adapter.name, 'staff'))
  })
}

/** The business revoked our access at the processor: the owners are told how to connect again. */
export async function noteRevoked(uow: UnitOfWork, provider: string): Promise<void> {
  const adapter = connectable(uow.app, provider)
  await uow.transaction(async (ctx) => {
    const row = await lockConnection(ctx, provider)
    if (row?.status !== 'connected') return
    await end(ctx, row, adapter.name, 'processor')
    await mailConnectionEnded(ctx, adapter.name, row)
  })
}

async function end(
  ctx: Ctx,
  row: ConnectionRow,
  processor: string,
  by: 'staff' | 'processor',
): Promise<ConnectionRow> {
  const ended = await endConnection(ctx, row.id, by)
  if (by === 'staff') await deleteChoicesOf(ctx, row.provider)
  const action = by === 'staff' ? 'connections.disconnect' : 'connections.revoked'
  await audit(ctx, action, { type: 'account', id: ctx.accountId }, { processor, name: row.name })
  await noteConnected(ctx)
  return ended
}
