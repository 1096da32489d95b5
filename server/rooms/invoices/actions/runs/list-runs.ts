import type { InvoiceRunReply } from '../../../../../contract/lists/invoice-runs.ts'
import { DAY_MS } from '../../../../../domain/dates/durations.ts'
import { asDate, isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { selectRuns } from '../../store/runs.ts'
import type { InvoiceRunRow } from '../../tables.ts'

const LAST = 10

/** Returns the last runs of a day with their progress, the latest first. */
export const listRuns = async (ctx: Ctx): Promise<{ runs: InvoiceRunReply[] }> => ({
  runs: (await selectRuns(ctx, asDate(ctx.now - DAY_MS), LAST)).map(presentRun),
})

/** Converts a run to the API's shape. */
export const presentRun = (row: InvoiceRunRow): InvoiceRunReply => ({
  pk: row.id,
  action: row.action,
  state: row.state,
  failure: row.failure,
  total: row.invoice_ids.length,
  done: row.done_count,
  left_out_count: row.left_out_count,
  left_out: [...row.left_out],
  started_at: isoInstant(row.created_at.getTime()),
  finished_at: row.finished_at && isoInstant(row.finished_at.getTime()),
  kept_until: row.kept_until && isoInstant(row.kept_until.getTime()),
})
