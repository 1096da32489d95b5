import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { creditMemosRoutes } from './routes.ts'

const failpoints = [
  'memo.inserted',
  'memo.booked',
  'memo.void_booked',
  'memo.voided',
  'credit.inserted',
  'credit.applied',
  'credit.unapply_marked',
  'credit.unapplied',
] as const

export const creditMemosRegistry = {
  room: 'credit-memos',
  routes: creditMemosRoutes,
  failpoints,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredFailpoints extends Record<(typeof failpoints)[number], true> {}
}
