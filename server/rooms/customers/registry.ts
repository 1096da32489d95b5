import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { customersRoutes } from './routes.ts'

const auditTexts = {
  'customers.create': 'added {object}',
  'customers.update': 'changed {object}[: {changed}]',
} as const

export const customersRegistry = {
  room: 'customers',
  routes: customersRoutes,
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
