import type { StatementRunReply } from '../../../../contract/statements/sending.ts'
import type { StatementRunRow } from '../tables.ts'

const iso = (at: Date): string => at.toISOString()

/** Presents a run with its progress. */
export const presentRun = (row: StatementRunRow): StatementRunReply => ({
  pk: row.id,
  source: row.source,
  kind: row.kind,
  from: row.period_from,
  to: row.period_to,
  only_open: row.only_open,
  state: row.state,
  failure: row.failure,
  customers_total: row.customers_total,
  customers_done: row.customers_done,
  sent: row.sent_count,
  failed: row.failed_count,
  started_at: iso(row.created_at),
  finished_at: row.finished_at && iso(row.finished_at),
})
