import './tables.ts'

export { changeQuotas } from './actions/change-quotas.ts'
export { keepQuota, quotaReached, roomLeft } from './actions/keep-quota.ts'
export { selectQuotas as quotasOf } from './store.ts'
