import type { RoomRegistry } from '../../platform/registry.ts'
import { forgetSpentAuthorizations } from './actions/provider/forget-spent-authorizations.ts'
import { loginRoutes } from './index.ts'

const failpoints = ['portal.logged_in', 'refresh.rotated'] as const

export const loginRegistry = {
  room: 'login',
  routes: loginRoutes,
  housekeeping: [{ name: 'login.forget-spent-authorizations', run: forgetSpentAuthorizations }],
  failpoints,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredFailpoints extends Record<(typeof failpoints)[number], true> {}
}
