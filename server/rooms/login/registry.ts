import type { RoomRegistry } from '../../platform/registry.ts'
import { forgetSpentAuthorizations } from './actions/provider/forget-spent-authorizations.ts'
import { loginRoutes } from './index.ts'

const failpoints = ['portal.logged_in', 'refresh.rotated'] as const

const auditTexts = {
  'social-logins.link': 'linked a login at a provider',
  'social-logins.log-in': 'logged in with a provider',
  'social-logins.unlink': 'unlinked a login at a provider',
} as const

export const loginRegistry = {
  room: 'login',
  routes: loginRoutes,
  housekeeping: [{ name: 'login.forget-spent-authorizations', run: forgetSpentAuthorizations }],
  failpoints,
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredFailpoints extends Record<(typeof failpoints)[number], true> {}
}
