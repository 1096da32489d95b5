import type { Connection } from '../../../gateways/payments/port.ts'
import type { Ctx } from '../../../platform/context.ts'
import type { ProcessorChoice } from '../rules.ts'
import { selectChoices } from '../store/choices.ts'
import {
  type Holder,
  openCredentials,
  selectConnection,
  selectConnections,
  shareConnection,
} from '../store/connections.ts'
import type { ConnectionRow } from '../tables.ts'

/** Returns the account's live connection to a processor, with its credentials; null without one. */
export async function readConnection(ctx: Ctx, provider: string): Promise<Connection | null> {
  const row = await selectConnection(ctx, provider)
  return row?.status === 'connected' ? connectionOf(ctx, row) : null
}

/** Returns the live connection, locked against an end or another account until the transaction ends; null without one. */
export async function lockConnected(ctx: Ctx, provider: string): Promise<Connection | null> {
  const row = await shareConnection(ctx, provider)
  return row?.status === 'connected' ? connectionOf(ctx, row) : null
}

/** The account's connections to processors that have to be connected. */
export interface Connections {
  /** Those that are connected and take payments, by processor, the earliest first. */
  readonly connections: ReadonlyMap<string, Connection>
  /** True once real payments were taken by a processor, even one that is not connected any more. */
  readonly liveOnly: boolean
  readonly choices: readonly ProcessorChoice[]
}

export async function readConnections(ctx: Ctx): Promise<Connections> {
  const rows = await selectConnections(ctx)
  return {
    connections: new Map(
      rows
        .filter(({ status, charges_enabled }) => status === 'connected' && charges_enabled)
        .map((row) => [row.provider, connectionOf(ctx, row)] as const),
    ),
    liveOnly: rows.some(({ live }) => live),
    // One processor takes everything that it can.
    choices: rows.length > 1 ? await selectChoices(ctx) : [],
  }
}

export const connectionOf = (ctx: Holder, row: ConnectionRow): Connection => ({
  accountId: ctx.accountId,
  remoteId: row.remote_id,
  credentials: openCredentials(ctx, row),
  depositChoices: row.deposit_accounts,
  sinceMs: row.business_since.getTime(),
})
