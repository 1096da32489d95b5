import './tables.ts'

export { endSubscription } from './actions/billing/change-subscription.ts'
export { changeQuotas } from './actions/quotas/change-quotas.ts'
export { keepQuota, quotaReached, roomLeft } from './actions/quotas/keep-quota.ts'
export { requireFeature } from './actions/require-feature.ts'
export { selectQuotas as quotasOf } from './store/quotas.ts'
