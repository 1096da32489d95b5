import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { invoicesRoutes } from './routes.ts'

const failpoints = [
  'invoice.drafted',
  'invoice.booked',
  'invoice.sent',
  'edit.booked',
  'edit.before_commit',
  'void.booked',
  'void.before_commit',
  'write_off.booked',
  'write_off.before_commit',
  'import.booked',
] as const

export const invoicesRegistry = {
  room: 'invoices',
  routes: invoicesRoutes,
  failpoints,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredFailpoints extends Record<(typeof failpoints)[number], true> {}
}
