import type { RoomRegistry } from '../../platform/registry.ts'
import { statementsRoutes } from './routes.ts'

export const statementsRegistry = {
  room: 'statements',
  routes: statementsRoutes,
} satisfies RoomRegistry
