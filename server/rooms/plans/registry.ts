import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { plansJobs, plansSchedules } from './jobs.ts'
import { plansRoutes } from './routes.ts'

const auditTexts = {
  'plans.change-quotas': 'changed the plan’s limits[: {changed}]',
  'plans.note-subscription': 'learned how the subscription stands[: {plan}][, {status}]',
  'plans.change-plan': 'changed the plan[ to {plan}][ for {amount}]',
  'plans.cancel': 'canceled the subscription with the end of the month',
  'plans.resume': 'took back the cancellation of the subscription',
  'plans.pay': 'paid for the subscription[: {amount}]',
  'plans.enter-card': 'entered a test card for the subscription[: {plan}]',
  'plans.export-invoices': 'exported the invoices from Quittance[: {invoices}]',
} as const

export const plansRegistry = {
  room: 'plans',
  routes: plansRoutes,
  jobs: plansJobs,
  schedules: plansSchedules,
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
