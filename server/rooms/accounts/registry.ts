import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { accountsRoutes } from './routes.ts'

export const accountsRegistry = {
  room: 'accounts',
  routes: accountsRoutes,
} satisfies RoomRegistry
