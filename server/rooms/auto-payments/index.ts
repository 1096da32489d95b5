import './tables.ts'

export { coveredAmong } from './actions/problems/find-problems.ts'
export { readOwnAutoPayments } from './actions/read-auto-payments.ts'
export { autoPaymentsSchedules } from './jobs.ts'
