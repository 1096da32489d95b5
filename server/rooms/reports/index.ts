export { readDashboard } from './actions/read-dashboard.ts'
export { reportsRoutes } from './routes.ts'
