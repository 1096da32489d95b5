import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { countOpenConflicts, countUndecided } from '../../store/conflicts.ts'
import { selectConnections } from '../../store/connections.ts'
import type { ConnectionRow } from '../../tables.ts'

export type SyncStatus = HandlerReplyOf<typeof contract.accounting.syncStatus>

const PHASES: Readonly<Record<string, string>> = {
  customer: 'customers',
  invoice: 'invoices',
  credit_memo: 'credit memos',
  payment: 'payments',
  changes: 'changes',
}

/** Returns when the platform was last read and how far a sync is. */
export async function readSyncStatus(ctx: Ctx): Promise<SyncStatus> {
  const rows = await selectConnections(ctx)
  const row = rows.find(({ status }) => status === 'connected') ?? rows[0]
  if (!row)
    return {
      sync_status: 'none',
      last_sync: null,
      last_sync_delta: null,
      provider: null,
      name: null,
      connected: false,
      first: false,
      first_sync_delta: null,
      progress: null,
      failure: null,
      conflicts: 0,
      undecided: 0,
    }
  return {
    sync_status: row.sync_status,
    last_sync: row.last_sync_at?.toISOString() ?? null,
    last_sync_delta: secondsSince(ctx, row.last_sync_at),
    provider: row.provider,
    name: ctx.app.accountingPlatforms.get(row.provider)?.name ?? row.provider,
    connected: row.status === 'connected',
    first: row.first_sync_at === null,
    first_sync_delta: secondsSince(ctx, row.first_sync_at),
    progress: progressOf(row),
    failure: row.failure,
    conflicts: await countOpenConflicts(ctx),
    undecided: row.status === 'connected' ? await countUndecided(ctx, row.id) : 0,
  }
}

const secondsSince = (ctx: Ctx, at: Date | null): number | null =>
  at && Math.max(0, Math.floor((ctx.now - at.getTime()) / 1000))

const progressOf = (row: ConnectionRow): SyncStatus['progress'] =>
  row.sync_status === 'in_progress' && row.sync_phase !== null
    ? {
        phase: PHASES[row.sync_phase]!,
        done: Number(row.sync_done), // not money: records
        total: row.sync_total === null ? null : Number(row.sync_total), // not money: records
      }
    : null
