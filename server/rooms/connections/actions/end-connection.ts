import type { UnitOfWork } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { isShared } from '../store/businesses.ts'
import { lockConnection } from '../store/connections.ts'
import { end } from './end-by-processor.ts'
import { connectable } from './find-connectable.ts'
import type { BeforeEnd } from './keep-connection.ts'
import { type ShownConnection, showConnection } from './list-connections.ts'
import { readConnection } from './read-connection.ts'
import { watched } from './watch-calls.ts'

/**
 * Ends a connection, here and at the processor. Ending it twice is the same as once. Refuses not_found without one,
 * processor_unavailable while the processor doesn't answer.
 */
export async function disconnect(
  uow: UnitOfWork,
  provider: string,
  beforeEnd: BeforeEnd,
): Promise<ShownConnection> {
  const adapter = connectable(uow.app, provider)
  const connection = await uow.transaction((ctx) => readConnection(ctx, provider))
  if (connection) await beforeEnd(uow, adapter.id, connection)
  // Another company of this installation still uses the same business there.
  const shared =
    connection &&
    (await uow.transaction((ctx) => isShared(ctx, { provider, remote_id: connection.remoteId ?? '' })))
  if (connection && !shared) {
    const ended = await watched(uow.app, adapter).disconnect?.(connection)
    const { kind } = ended?.ok === false ? ended.error : { kind: 'ok' }
    // Any other answer means that the access is gone already.
    if (kind === 'unavailable' || kind === 'rate_limited' || kind === 'unknown_outcome')
      throw refuse('processor_unavailable', `${adapter.name} did not answer. Please try again.`)
  }
  return uow.transaction(async (ctx) => {
    const row = await lockConnection(ctx, provider)
    if (!row) throw refuse('not_found')
    if (row.status === 'disconnected') return showConnection(ctx, adapter, row)
    return showConnection(ctx, adapter, await end(ctx, row, adapter.name, 'staff'))
  })
}
