import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { changeMessage } from '../../../../platform/mail/message-state.ts'
import { type Judgment, judgeReport } from '../../rules/judge-report.ts'
import { deleteReceived, insertOutcome, type StoredReport, selectReceived } from '../../store/reports.ts'
import { markAddress } from '../mark-address.ts'
import { parseReport } from './parse-report.ts'
import { reportRefusal } from './report-refusal.ts'

/**
 * Reads a stored report and acts on it once, however often it runs. What is no report is deleted with a line in the log.
 */
export async function readReport(uow: UnitOfWork, reportId: string): Promise<void> {
  const stored = await uow.transaction((ctx) => selectReceived(ctx, reportId))
  if (stored === null) return
  const judgment = judgeReport(await parseReport(stored.raw), stored.address)
  if (judgment.outcome === 'ignored')
    uow.app.log.info('mail to a return path was ignored', {
      account: uow.accountId,
      message: stored.mailId,
      bytes: stored.raw.length,
      because: judgment.detail,
    })
  await uow.transaction(async (ctx) => {
    if (await deleteReceived(ctx, reportId)) await act(ctx, stored, judgment)
  })
}

async function act(
  ctx: Ctx,
  { address, mailId }: StoredReport,
  { outcome, detail }: Judgment,
): Promise<void> {
  if (outcome === 'ignored' || !(await insertOutcome(ctx, mailId, outcome, detail))) return
  if (outcome === 'bounced' || outcome === 'refused')
    await changeMessage(ctx, mailId, { status: 'failed', failure: detail })
  if (outcome === 'refused') await reportRefusal(ctx, mailId, address, detail)
  if (outcome === 'bounced' || outcome === 'complained')
    await markAddress(ctx, { address, kind: outcome, reason: detail, mailId })
}
