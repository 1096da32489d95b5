import { z } from 'zod'
import { defineJob } from '../../platform/jobs/queue.ts'
import type { Schedule } from '../../platform/registry.ts'
import { refreshBilling } from './actions/billing/refresh-billing.ts'
import { nextWatch, watchSubscription } from './actions/billing/watch-subscription.ts'

export const plansJobs = [
  defineJob({
    name: 'plans.refresh-billing',
    payload: z.object({}),
    runUnitOfWork: (uow) => refreshBilling(uow),
  }),
]

export const plansSchedules: readonly Schedule[] = [
  { name: 'plans.watch-subscription', after: ['accounts'], run: watchSubscription, nextDue: nextWatch },
]

declare module '../../platform/registered-names.ts' {
  interface RegisteredJobs {
    'plans.refresh-billing': true
  }
  interface RegisteredSchedules {
    'plans.watch-subscription': true
  }
}
