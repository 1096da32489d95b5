import type { UnitOfWork } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { connectable } from './find-connectable.ts'
import { type ShownConnection, showConnection } from './list-connections.ts'
import { noteCharges } from './note-charges.ts'
import { readConnection } from './read-connection.ts'
import { watched } from './watch-calls.ts'

/**
 * Asks the processor whether it takes payments for the account now. Refuses not_found without a connection, processor_unavailable
 * while it doesn't answer.
 */
export async function checkConnection(uow: UnitOfWork, provider: string): Promise<ShownConnection> {
  const adapter = connectable(uow.app, provider)
  const connection = await uow.transaction((ctx) => readConnection(ctx, provider))
  if (!connection) throw refuse('not_found')
  const health = await watched(uow.app, adapter).health(connection)
  if (!health.ok) throw refuse('processor_unavailable', `${adapter.name} did not answer. Please try again.`)
  const row = await noteCharges(uow, provider, connection, health.value)
  if (!row) throw refuse('not_found')
  return showConnection(uow, adapter, row)
}
