import type { z } from 'zod'
import type { paymentConnection } from '../../../../contract/payments/payment-connections.ts'
import {
  type Connection,
  depositKey,
  isBuiltIn,
  type KeyField,
  type PaymentProcessor,
} from '../../../gateways/payments/port.ts'
import type { Ctx } from '../../../platform/context.ts'
import { limitsOf } from '../rules.ts'
import { type Holder, selectConnections } from '../store/connections.ts'
import type { ConnectionRow } from '../tables.ts'
import { readAllowed } from './check-flag.ts'
import { isKeyed, isLinked, isOpening } from './find-connectable.ts'
import { connectionOf } from './read-connection.ts'

export type ShownConnection = z.input<typeof paymentConnection>

/** Returns the processors that can be connected here, with the account's connection to each. */
export async function listConnections(ctx: Ctx): Promise<ShownConnection[]> {
  const rows = await selectConnections(ctx)
  const isAllowed = await readAllowed(ctx)
  const rowOf = ({ id }: PaymentProcessor) => rows.find(({ provider }) => provider === id) ?? null
  return [...ctx.app.processors.values()]
    .filter((adapter) => !isBuiltIn(adapter) && (rowOf(adapter) !== null || isAllowed(adapter)))
    .map((adapter) => showConnection(ctx, adapter, rowOf(adapter)))
}

export const showConnection = (
  holder: Holder,
  adapter: PaymentProcessor,
  row: ConnectionRow | null,
): ShownConnection => {
  const isConnected = row?.status === 'connected'
  const can = adapter.capabilities(isConnected ? connectionOf(holder, row) : { accountId: '' })
  const tellsPayouts = adapter.listPayouts !== undefined
  return {
    provider: adapter.id,
    name: adapter.name,
    status: row?.status ?? 'available',
    business: row?.name ?? '',
    live: row?.live ?? false,
    connected: row?.connected_at.toISOString() ?? null,
    ended: row?.ended_at?.toISOString() ?? null,
    ended_by: row?.ended_by ?? null,
    worked: row?.worked_at?.toISOString() ?? null,
    failed: row?.failed_at?.toISOString() ?? null,
    failure: row?.failure ?? null,
    by_link: isLinked(adapter),
    opens_accounts: isOpening(adapter),
    opened_here: row?.opened_here ?? false,
    charges_enabled: row?.charges_enabled ?? true,
    missing: row?.missing ?? [],
    key_fields: isKeyed(adapter) ? adapter.keyFields.map(fieldOf) : [],
    types: [...can.types],
    limits: limitsOf(can, { tellsPayouts, isConnected }),
    deposits: isConnected ? depositsAt(adapter, connectionOf(holder, row)) : [],
    tells_payouts: tellsPayouts,
  }
}

/** Returns the accounts of each kind and type, and which of them takes the payments. */
function depositsAt(adapter: PaymentProcessor, connection: Connection): ShownConnection['deposits'] {
  const accounts = adapter.depositAccounts?.(connection) ?? []
  const groups = Map.groupBy(accounts, ({ depositTo, type }) => depositKey(depositTo, type))
  return [...groups].map(([key, group]) => ({
    deposit_to: group[0]!.depositTo,
    type: group[0]!.type,
    account: group.find(({ id }) => id === connection.depositChoices?.[key])?.id ?? group[0]!.id,
    accounts: group.map(({ id, name }) => ({ id, name })),
  }))
}

const fieldOf = ({ choices = [], ...field }: KeyField) => ({ ...field, choices: [...choices] })
