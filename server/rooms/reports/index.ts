import './tables.ts'

export { readSharedReport } from './actions/read-shared-report.ts'
