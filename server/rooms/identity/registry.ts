import type { RoomRegistry } from '../../platform/registry.ts'
import { forgetEnded, identityRoutes } from './index.ts'

const failpoints = ['refresh.rotated'] as const

export const identityRegistry = {
  room: 'identity',
  routes: identityRoutes,
  housekeeping: [{ name: 'identity.forget-ended', run: forgetEnded }],
  failpoints,
} satisfies RoomRegistry

declare module '../../platform/registry.ts' {
  interface RegisteredFailpoints extends Record<(typeof failpoints)[number], true> {}
}
