import type { App } from '../../../../platform/context.ts'
import { inAccount } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { insertReceived } from '../../store/reports.ts'
import type { ReportLink } from './find-report-link.ts'

const ACTOR = { kind: 'system', job: 'Mail intake' } as const

/** Stores a message to a return path before it is acknowledged, with the job that reads it. */
export async function storeReport(
  app: App,
  { accountId, address, mailId }: ReportLink,
  raw: Buffer,
): Promise<void> {
  const caller = { requestId: newId(app.clock.wallNow()), ip: null }
  await inAccount(app, caller, ACTOR, accountId, async (ctx) => {
    const reportId = await insertReceived(ctx, { address, mailId, raw })
    await app.jobs.enqueue(ctx, 'email-addresses.read-report', { reportId })
  })
}
