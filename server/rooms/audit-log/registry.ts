import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { auditLogSchedules } from './jobs.ts'
import { auditLogRoutes } from './routes.ts'

const auditTexts = {
  'audit-log.export-events': 'exported the activity',
  'audit-log.export': 'exported [{entries} entries of ]the audit log',
} as const

export const auditLogRegistry = {
  room: 'audit-log',
  routes: auditLogRoutes,
  schedules: auditLogSchedules,
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredSchedules {
    'audit-log.seal-entries': true
  }
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
