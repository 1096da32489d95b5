import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { auditLogSchedules } from './jobs.ts'
import { auditLogRoutes } from './routes.ts'

export const auditLogRegistry = {
  room: 'audit-log',
  routes: auditLogRoutes,
  schedules: auditLogSchedules,
} satisfies RoomRegistry
