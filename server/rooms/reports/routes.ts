import { reports } from '../../../contract/reports.ts'
import { type BoundRoute, on, onUnitOfWork } from '../../platform/http/handlers.ts'
import { listPlanQuotas } from './actions/list-plan-quotas.ts'
import { listReportLinks } from './actions/list-report-links.ts'
import { readDashboard } from './actions/read-dashboard.ts'
import { readSharedReport } from './actions/read-shared-report.ts'
import { searchAccount } from './actions/search-account.ts'
import { shareReport } from './actions/share-report.ts'
import { stopSharingReport } from './actions/stop-sharing-report.ts'

export const reportsRoutes: BoundRoute[] = [
  on(reports.dashboard, (ctx) => readDashboard(ctx)),
  on(reports.search, (ctx, { query }) => searchAccount(ctx, query.q)),
  on(reports.planQuotas, (ctx) => listPlanQuotas(ctx)),
  on(reports.links, (ctx, { query }) => listReportLinks(ctx, query)),
  on(reports.share, (ctx, input) => shareReport(ctx, input)),
  on(reports.stopSharing, (ctx, { params }) => stopSharingReport(ctx, params.link)),
  onUnitOfWork(reports.readShared, (uow, input) => readSharedReport(uow, input)),
]
