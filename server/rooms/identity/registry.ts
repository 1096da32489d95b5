import type { RoomRegistry } from '../../platform/registry.ts'
import { identityRoutes, purgeEndedSessions } from './index.ts'

export const identityRegistry = {
  room: 'identity',
  routes: identityRoutes,
  housekeeping: [{ name: 'identity.purge-ended-sessions', run: purgeEndedSessions }],
} satisfies RoomRegistry
