import type { z } from 'zod'
import type { paymentConnection } from '../../../../contract/payments/payment-connections.ts'
import type { Ctx } from '../../../platform/context.ts'
import { selectConnections } from '../store/connections.ts'
import type { ConnectionRow } from '../tables.ts'
import { type ConnectableProcessor, isConnectable } from './find-connectable.ts'

export type ShownConnection = z.input<typeof paymentConnection>

/** Returns the processors that can be connected here, with the account's connection to each. */
export async function listConnections(ctx: Ctx): Promise<ShownConnection[]> {
  const rows = await selectConnections(ctx)
  return [...ctx.app.processors.values()]
    .filter(isConnectable)
    .map((adapter) => showConnection(adapter, rows.find(({ provider }) => provider === adapter.id) ?? null))
}

export const showConnection = (
  adapter: ConnectableProcessor,
  row: ConnectionRow | null,
): ShownConnection => ({
  provider: adapter.id,
  name: adapter.name,
  status: row?.status ?? 'available',
  business: row?.name ?? '',
  live: row?.live ?? false,
  connected: row?.connected_at.toISOString() ?? null,
  ended: row?.ended_at?.toISOString() ?? null,
  ended_by: row?.ended_by ?? null,
  types: [...adapter.capabilities({ accountId: '' }).types],
})
