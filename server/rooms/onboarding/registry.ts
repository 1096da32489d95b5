import type { RoomRegistry } from '../../platform/registry.ts'
import { onboardingRoutes } from './index.ts'

const auditTexts = {
  'onboarding.check-step': 'marked a step of getting started as done[: {step}]',
} as const

export const onboardingRegistry = {
  room: 'onboarding',
  routes: onboardingRoutes,
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
