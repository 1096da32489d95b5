import type { Connection, PaymentProcessor } from '../../../gateways/payments/port.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { removeBusiness } from '../store/businesses.ts'
import { deleteChoicesOf } from '../store/choices.ts'
import { endConnection, lockConnection } from '../store/connections.ts'
import type { ConnectionRow } from '../tables.ts'
import { connectable } from './find-connectable.ts'
import { mailConnectionEnded } from './mail-connection-ended.ts'
import { noteConnected } from './note-connected.ts'

/**
 * The business revoked our access at the processor: an email explains to the owners how to connect again. `used`: the connection of the call
 * that was refused, which says nothing about another account that was connected since.
 */
export async function noteRevoked(uow: UnitOfWork, provider: string, used?: Connection): Promise<void> {
  const adapter = connectable(uow.app, provider)
  await uow.transaction(async (ctx) => {
    const row = await lockConnection(ctx, provider)
    const isOther = used?.sinceMs !== undefined && used.sinceMs !== row?.business_since.getTime()
    if (row?.status === 'connected' && !isOther) await endByProcessor(ctx, adapter, row)
  })
}

/** Ends a locked connection that the processor doesn't accept any more, and notifies the owners by email. */
export async function endByProcessor(
  ctx: Ctx,
  { name }: Pick<PaymentProcessor, 'name'>,
  row: ConnectionRow,
): Promise<void> {
  await end(ctx, row, name, 'processor')
  await mailConnectionEnded(ctx, name, row)
}

/** Ends a locked connection here. */
export async function end(
  ctx: Ctx,
  row: ConnectionRow,
  processor: string,
  by: 'staff' | 'processor',
): Promise<ConnectionRow> {
  const ended = await endConnection(ctx, row.id, by)
  await removeBusiness(ctx, row)
  if (by === 'staff') await deleteChoicesOf(ctx, row.provider)
  const action = by === 'staff' ? 'connections.disconnect' : 'connections.revoked'
  await audit(ctx, action, { type: 'account', id: ctx.accountId }, { processor, name: row.name })
  await noteConnected(ctx)
  return ended
}
