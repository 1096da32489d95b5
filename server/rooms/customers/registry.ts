import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { customersRoutes } from './routes.ts'

export const customersRegistry = {
  room: 'customers',
  routes: customersRoutes,
} satisfies RoomRegistry
