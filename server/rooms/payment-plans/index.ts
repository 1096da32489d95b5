import './tables.ts'

export { endLinksOfPerson } from './actions/end-links-of-person.ts'
export { findOpenInstallment } from './actions/read/find-open-installment.ts'
export { listOwnPlans } from './actions/read/list-own-plans.ts'
export { readPlanOfInvoice } from './actions/read/read-plan-of-invoice.ts'
export { firstOpenParts, invoicesOnTime, openInstallments } from './store/open-parts.ts'
