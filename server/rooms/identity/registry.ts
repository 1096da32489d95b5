import type { RoomRegistry } from '../../platform/registry.ts'
import { forgetEnded, identityRoutes } from './index.ts'

export const identityRegistry = {
  room: 'identity',
  routes: identityRoutes,
  housekeeping: [{ name: 'identity.forget-ended', run: forgetEnded }],
} satisfies RoomRegistry
