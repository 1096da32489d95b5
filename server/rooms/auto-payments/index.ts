import './tables.ts'

export { autoPaymentsTicks } from './jobs.ts'
export { autoPaymentsRoutes } from './routes.ts'
