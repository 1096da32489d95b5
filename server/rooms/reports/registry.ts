import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { reportsRoutes } from './routes.ts'

export const reportsRegistry = {
  room: 'reports',
  routes: reportsRoutes,
} satisfies RoomRegistry
