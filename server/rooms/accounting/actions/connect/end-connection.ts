import type { AccountingPlatform } from '../../../../gateways/accounting/port.ts'
import { audit } from '../../../../platform/audit.ts'
import { asDate } from '../../../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { removeCompany } from '../../store/companies.ts'
import { changeConnection, lockConnection, selectConnections, toConnection } from '../../store/connections.ts'
import { finishSync } from '../../store/syncs.ts'
import type { ConnectionRow } from '../../tables.ts'
import { findPlatform } from '../find-platform.ts'
import { noteLink } from '../note-link.ts'
import { type ShownConnection, showConnection } from './list-connections.ts'
import { mailConnectionEnded } from './mail-connection-ended.ts'

/**
 * Ends a connection, here and at the platform. Everything that was read stays. Ending it twice is the same as once. Refuses
 * not_found without one.
 */
export async function disconnect(uow: UnitOfWork, provider: string): Promise<ShownConnection> {
  const platform = findPlatform(uow.app, provider)
  const opened = await uow.transaction(async (ctx) => {
    const row = (await selectConnections(ctx)).find((one) => one.provider === provider)
    if (!row) throw refuse('not_found')
    return { id: row.id, connection: row.status === 'connected' ? toConnection(ctx, row) : null }
  })
  // An answer that is lost or a refusal means at worst that the access lives until it expires there.
  if (opened.connection) await platform.disconnect?.(opened.connection)
  return uow.transaction(async (ctx) => {
    const row = await lockConnection(ctx, opened.id)
    if (!row) throw refuse('not_found')
    const ended = row.status === 'connected' ? await end(ctx, row, platform.name, 'staff') : row
    return showConnection(ctx, platform, ended)
  })
}

/** The platform refused our access: an email explains to the owners how to connect again. */
export async function noteRevoked(
  uow: UnitOfWork,
  connectionId: string,
  platform: AccountingPlatform,
): Promise<void> {
  await uow.transaction(async (ctx) => {
    const row = await lockConnection(ctx, connectionId)
    if (row?.status !== 'connected') return
    await end(ctx, row, platform.name, 'platform')
    await mailConnectionEnded(ctx, platform, row)
  })
}

async function end(
  ctx: Ctx,
  row: ConnectionRow,
  platform: string,
  by: 'staff' | 'platform',
): Promise<ConnectionRow> {
  const ended = await endRow(ctx, row, by)
  const action = by === 'staff' ? 'accounting.disconnect' : 'accounting.revoked'
  await audit(ctx, action, { type: 'account', id: ctx.accountId }, { platform, name: row.name })
  await noteLink(ctx, ended)
  return ended
}

/** Ends a connection here, and a sync under way with it. */
export async function endRow(ctx: Ctx, row: ConnectionRow, by: 'staff' | 'platform'): Promise<ConnectionRow> {
  if (row.sync_started_at !== null)
    await finishSync(ctx, row.id, 'The connection ended before everything was read.')
  await removeCompany(ctx)
  return changeConnection(ctx, row.id, {
    status: 'disconnected',
    credentials: null,
    ended_at: asDate(ctx.now),
    ended_by: by,
    sync_status: 'none',
    claim: null,
    claimed_until: null,
  })
}
