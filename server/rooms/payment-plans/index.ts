import './tables.ts'

export { findOpenInstallment, type OpenInstallment } from './actions/read/find-open-installment.ts'
export { firstOpenParts } from './store/open-parts.ts'
