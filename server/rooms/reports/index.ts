import './tables.ts'

export { readDashboard } from './actions/read-dashboard.ts'
export { readSharedReport } from './actions/read-shared-report.ts'
