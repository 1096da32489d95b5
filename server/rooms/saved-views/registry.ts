import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { savedViewsRoutes } from './routes.ts'

const auditTexts = {
  'saved-views.create': 'saved a view of a list[: {name}]',
  'saved-views.update': 'changed a view of a list[: {name}]',
  'saved-views.remove': 'deleted a view of a list[: {name}]',
} as const

export const savedViewsRegistry = {
  room: 'saved-views',
  routes: savedViewsRoutes,
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
