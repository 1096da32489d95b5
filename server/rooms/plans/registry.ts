import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'

export const plansRegistry = {
  room: 'plans',
} satisfies RoomRegistry
