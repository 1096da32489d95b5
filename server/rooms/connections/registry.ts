import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { connectionsRoutes } from './routes.ts'

const auditTexts = {
  'connections.connect': 'connected {processor}[ ({name})]',
  'connections.disconnect': 'disconnected {processor}[ ({name})]',
  'connections.revoked': 'learned that {processor} was disconnected there[ ({name})]',
} as const

export const connectionsRegistry = {
  room: 'connections',
  routes: connectionsRoutes,
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
