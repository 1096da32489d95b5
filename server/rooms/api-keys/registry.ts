import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { apiKeysRoutes } from './routes.ts'

const auditTexts = {
  'api-keys.export': 'exported the list of API keys[ (rows: {rows})]',
  'api-keys.create': 'created an API key[: {name}][ ({scopes})]',
  'api-keys.rename': 'renamed an API key[ to {name}]',
  'api-keys.revoke': 'revoked an API key[: {name}]',
} as const

export const apiKeysRegistry = {
  room: 'api-keys',
  routes: apiKeysRoutes,
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
