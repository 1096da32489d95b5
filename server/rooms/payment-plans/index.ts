import './tables.ts'

export { findOpenInstallment, type OpenInstallment } from './actions/read/find-open-installment.ts'
export { listOwnPlans } from './actions/read/list-own-plans.ts'
export { firstOpenParts, invoicesOnTime } from './store/open-parts.ts'
