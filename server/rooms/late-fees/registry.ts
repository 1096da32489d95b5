import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { lateFeesSchedules } from './jobs.ts'

const auditTexts = {
  'late-fees.charge': 'charged {object} a late fee[ of {amount}][: {text}]',
} as const

export const lateFeesRegistry = {
  room: 'late-fees',
  schedules: lateFeesSchedules,
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredSchedules {
    'late-fees.charge': true
  }
}
