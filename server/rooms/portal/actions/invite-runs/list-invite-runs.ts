import type { InviteRunReply } from '../../../../../contract/portal-access/invite-runs.ts'
import { isoInstant } from '../../../../platform/clock.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { selectInviteRuns } from '../../store/invite-runs.ts'
import type { InviteRunRow } from '../../tables.ts'

const LAST = 10

/** Returns the last runs with their progress, the latest first. */
export const listInviteRuns = async (ctx: Ctx): Promise<{ runs: InviteRunReply[] }> => ({
  runs: (await selectInviteRuns(ctx, LAST)).map(presentInviteRun),
})

/** Returns a run as the API shows it. */
export const presentInviteRun = (row: InviteRunRow): InviteRunReply => ({
  pk: row.id,
  state: row.state,
  again: row.again,
  selected: row.customer_ids !== null,
  failure: row.failure,
  customers_total: row.customers_total,
  customers_done: row.customers_done,
  sent: row.sent_count,
  started_at: isoInstant(row.created_at.getTime()),
  finished_at: row.finished_at && isoInstant(row.finished_at.getTime()),
})
