import type { RoomRegistry } from '../../platform/registry.ts'
import { onboardingRoutes } from './index.ts'

export const onboardingRegistry = {
  room: 'onboarding',
  routes: onboardingRoutes,
} satisfies RoomRegistry
