import { charts } from '../../../contract/reports/charts.ts'
import { reports } from '../../../contract/reports/reports.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { exportReport } from './actions/charts/export-report.ts'
import { readAging } from './actions/charts/read-aging.ts'
import { readBehind } from './actions/charts/read-behind.ts'
import { readDebtors } from './actions/charts/read-debtors.ts'
import { readExpectedCash } from './actions/charts/read-expected-cash.ts'
import { readMonths } from './actions/charts/read-months.ts'
import { readNextDays } from './actions/charts/read-next-days.ts'
import { readSources } from './actions/charts/read-sources.ts'
import { listPlanQuotas } from './actions/list-plan-quotas.ts'
import { listReportLinks } from './actions/list-report-links.ts'
import { readDashboard } from './actions/read-dashboard.ts'
import { readNextSteps } from './actions/read-next-steps.ts'
import { readSharedReport } from './actions/read-shared-report.ts'
import { searchAccount } from './actions/search-account.ts'
import { shareReport } from './actions/share-report.ts'
import { stopSharingReport } from './actions/stop-sharing-report.ts'

export const reportsRoutes: BoundRoute[] = [
  on(reports.dashboard, (ctx) => readDashboard(ctx)),
  on(reports.nextSteps, (ctx) => readNextSteps(ctx)),
  on(reports.search, (ctx, { query }) => searchAccount(ctx, query.q)),
  on(reports.planQuotas, (ctx) => listPlanQuotas(ctx)),
  on(reports.links, (ctx, { query }) => listReportLinks(ctx, query)),
  on(reports.share, (ctx, input) => shareReport(ctx, input)),
  on(reports.stopSharing, (ctx, { params }) => stopSharingReport(ctx, params.link)),
  on(charts.months, (ctx, { query }) => readMonths(ctx, query.currency)),
  on(charts.expectedCash, (ctx, { query }) => readExpectedCash(ctx, query.currency)),
  on(charts.sources, (ctx, { query }) => readSources(ctx, query.currency)),
  on(charts.debtors, (ctx, { query }) => readDebtors(ctx, query.currency)),
  on(charts.nextDays, (ctx, { query }) => readNextDays(ctx, query.currency)),
  on(charts.behind, (ctx, { query }) => readBehind(ctx, query)),
  on(charts.aging, (ctx, { query }) => readAging(ctx, query)),
  onUnitOfWork(charts.export, (uow, { body }) => exportReport(uow, body)),
  onUnitOfWork(reports.readShared, (uow, input) => readSharedReport(uow, input)),
]
