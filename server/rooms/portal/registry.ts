import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { portalRoutes } from './routes.ts'

export const portalRegistry = {
  room: 'portal',
  routes: portalRoutes,
} satisfies RoomRegistry
