import './tables.ts'

export { readOwnAutoPayments } from './actions/read-auto-payments.ts'
export { autoPaymentsTicks } from './jobs.ts'
export { autoPaymentsRoutes } from './routes.ts'
