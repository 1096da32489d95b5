import type { AccountInfo, Connection } from '../../../gateways/payments/port.ts'
import type { UnitOfWork } from '../../../platform/context.ts'
import { type Charges, lockConnection, saveCharges } from '../store/connections.ts'
import type { ConnectionRow } from '../tables.ts'
import { noteConnected } from './note-connected.ts'

export const chargesOf = ({ chargesEnabled, missing = [] }: AccountInfo): Charges => ({
  enabled: chargesEnabled,
  missing,
})

/** Writes down whether the processor takes payments for the account now. Null when the connection is not the one that was asked. */
export async function noteCharges(
  uow: UnitOfWork,
  provider: string,
  used: Connection,
  info: AccountInfo,
): Promise<ConnectionRow | null> {
  return uow.transaction(async (ctx) => {
    const row = await lockConnection(ctx, provider)
    if (row?.status !== 'connected' || row.business_since.getTime() !== used.sinceMs) return null
    const saved = await saveCharges(ctx, row, chargesOf(info))
    await noteConnected(ctx)
    return saved
  })
}
