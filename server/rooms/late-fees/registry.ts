import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { lateFeesSchedules } from './jobs.ts'
import { lateFeesRoutes } from './routes.ts'

const auditTexts = {
  'late-fees.charge': 'charged {object} a late fee[ of {amount}][: {text}]',
  'late-fees.waive': 'waived the late fee of {object}[ of {amount}][: {reason}]',
  'late-fees.export-rules': 'exported the rules for late fees[ (rows: {rows})]',
  'late-fees.export': 'exported a list of late fees[ (rows: {rows})]',
  'late-fees.undo-waiver': 'charged the waived late fee of {object} again[ of {amount}]',
  'late-fees.create-rule': 'added {object}',
  'late-fees.update-rule': 'changed {object}',
  'late-fees.switch-on': 'switched on {object}',
  'late-fees.switch-off': 'switched off {object}',
  'late-fees.delete-rule': 'deleted {object}',
} as const

const events = {
  'late-fees.charge': 'invoice.late_fee_charged',
  'late-fees.waive': 'invoice.late_fee_waived',
  'late-fees.undo-waiver': 'invoice.late_fee_charged',
} as const

export const lateFeesRegistry = {
  room: 'late-fees',
  routes: lateFeesRoutes,
  schedules: lateFeesSchedules,
  auditTexts,
  events,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredSchedules {
    'late-fees.charge': true
  }
}
