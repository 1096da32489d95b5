import { reports } from '../../../contract/reports.ts'
import { type BoundRoute, on } from '../../platform/http/handlers.ts'
import { readDashboard } from './actions/read-dashboard.ts'
import { searchAccount } from './actions/search-account.ts'

export const reportsRoutes: BoundRoute[] = [
  on(reports.dashboard, (ctx) => readDashboard(ctx)),
  on(reports.search, (ctx, { query }) => searchAccount(ctx, query.q)),
]
