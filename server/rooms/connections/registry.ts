import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { connectionsSchedules } from './jobs.ts'
import { connectionsRoutes } from './routes.ts'

const auditTexts = {
  'connections.connect': 'connected a payment processor[: {processor}][ ({name})]',
  'connections.disconnect': 'disconnected a payment processor[: {processor}][ ({name})]',
  'connections.choose-accounts': 'chose which accounts take payments[: {processor}]',
  'connections.choose': 'chose which payment processor takes which payments',
  'connections.revoked': 'learned that a payment processor ended the connection[: {processor}][ ({name})]',
} as const

const events = { 'connections.revoked': 'connection.lost' } as const

export const connectionsRegistry = {
  room: 'connections',
  routes: connectionsRoutes,
  schedules: connectionsSchedules,
  auditTexts,
  events,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredSchedules {
    'connections.refresh-tokens': true
  }
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
