import type { RoomRegistry } from '../../platform/registry.ts'
import { portalRoutes } from './routes.ts'

const failpoints = ['portal.logged_in'] as const

export const portalRegistry = {
  room: 'portal',
  routes: portalRoutes,
  failpoints,
} satisfies RoomRegistry

declare module '../../platform/registry.ts' {
  interface RegisteredFailpoints extends Record<(typeof failpoints)[number], true> {}
}
