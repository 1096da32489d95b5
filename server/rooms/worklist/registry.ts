import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { reportRefusedMail } from './actions/report-refused-mail.ts'
import { worklistSchedules } from './jobs.ts'
import { worklistRoutes } from './routes.ts'

const auditTexts = {
  'worklist.open': 'opened {object}[ (customer: {customer})][: {reason}]',
  'worklist.export': 'exported a list of tasks[ (rows: {rows})]',
  'worklist.update': 'changed {object}[: {changed}]',
  'worklist.finish': 'finished {object}[: {outcome}]',
  'worklist.end': 'ended {object}[: {reason}]',
  'worklist.reopen': 'opened {object} again[: {reason}]',
  'worklist.snooze': 'snoozed {object}[ (until: {until})][: {note}]',
  'worklist.wake': 'listed {object} again',
  'worklist.assign': 'assigned {object}[ to {to}]',
} as const

export const worklistRegistry = {
  room: 'worklist',
  routes: worklistRoutes,
  schedules: worklistSchedules,
  mailFailures: [reportRefusedMail],
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredSchedules {
    'worklist.end-settled': true
  }
}
