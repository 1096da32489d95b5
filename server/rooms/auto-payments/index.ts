import './tables.ts'

export { readOwnAutoPayments } from './actions/read-auto-payments.ts'
export { autoPaymentsSchedules } from './jobs.ts'
export { coveredAmong } from './store/covered.ts'
