import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { autoPaymentsSchedules } from './jobs.ts'
import { autoPaymentsRoutes } from './routes.ts'
import { forgetNotices } from './store/notices.ts'

const failpoints = [
  'autopay.noticed',
  'autopay.begun',
  'autopay.claimed',
  'autopay.charged',
  'autopay.settled',
] as const

const auditTexts = {
  'auto-payments.export': 'exported the automatic payments[ (rows: {rows})]',
} as const

export const autoPaymentsRegistry = {
  room: 'auto-payments',
  routes: autoPaymentsRoutes,
  schedules: autoPaymentsSchedules,
  failpoints,
  auditTexts,
  invoiceReopening: { reopen: forgetNotices },
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredSchedules {
    'auto-payments.settle-taken-back': true
    'auto-payments.send-notices': true
    'auto-payments.charge-due': true
  }
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredFailpoints extends Record<(typeof failpoints)[number], true> {}
}
