import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { teamRoutes } from './routes.ts'

export const teamRegistry = {
  room: 'team',
  routes: teamRoutes,
} satisfies RoomRegistry
