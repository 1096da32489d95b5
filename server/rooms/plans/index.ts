import './tables.ts'

export { changeQuotas } from './actions/change-quotas.ts'
export { keepQuota, quotaReached, roomLeft } from './actions/keep-quota.ts'
export { quotasOf } from './actions/quotas-of.ts'
