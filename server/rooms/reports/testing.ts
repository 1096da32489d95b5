import type { Ctx } from '../../platform/context.ts'
import { shareReport } from './actions/share-report.ts'

/** Creates a link to the receivables report that names customers, valid for 30 days. */
export const aReportLink = (ctx: Ctx, given: Partial<Parameters<typeof shareReport>[1]['body']> = {}) =>
  shareReport(ctx, {
    body: { recipient: 'First National Bank', days: 30, shows_customers: true, ...given },
  })

export { followLedger } from './actions/charts/follow-ledger.ts'
