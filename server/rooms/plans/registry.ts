import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'

const auditTexts = {
  'plans.change-quotas': 'changed the plan’s limits[: {changed}]',
} as const

export const plansRegistry = {
  room: 'plans',
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
