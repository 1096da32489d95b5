import type { RoomRegistry } from '../../platform/registry.ts'
import { forgetSpent, socialLoginsRoutes } from './index.ts'

export const socialLoginsRegistry = {
  room: 'social-logins',
  routes: socialLoginsRoutes,
  housekeeping: [{ name: 'social-logins.forget-spent', run: forgetSpent }],
} satisfies RoomRegistry
