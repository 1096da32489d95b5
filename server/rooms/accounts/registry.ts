import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { accountsRoutes } from './routes.ts'

const auditTexts = {
  'accounts.sign-up': 'opened this account[, from the campaign {campaign}]',
  'accounts.set-account-type': 'set the account type[ to {type}]',
  'accounts.update-settings': 'changed the account settings[: {changed}]',
  'accounts.update-company': 'changed the company information[: {changed}]',
  'accounts.change-flags': 'switched features on or off',
  'accounts.change-subscription': 'changed the subscription[ from {from} to {to}]',
  'accounts.change-standing': 'changed how the account stands[: {changed}]',
  'accounts.upload-logo': 'uploaded a logo',
  'accounts.remove-logo': 'removed the logo',
} as const

export const accountsRegistry = {
  room: 'accounts',
  routes: accountsRoutes,
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
