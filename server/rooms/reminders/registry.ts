import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { checkBeforeSending, checkThanksBeforeSending } from './actions/engine/check-before-sending.ts'
import { previewSelected } from './actions/selected/plan-selected.ts'
import { sendSelected } from './actions/selected/send-selected.ts'
import { remindersJobs, remindersSchedules } from './jobs.ts'
import { remindersRoutes } from './routes.ts'

const failpoints = ['reminders.recorded'] as const

const auditTexts = {
  'reminders.send': 'reminded {object}[: {step}][ (to: {to})]',
  'reminders.thank': 'thanked for the payment of {object}[: {step}][ (to: {to})]',
  'reminders.skip': 'skipped a reminder of {object}[: {step}]',
  'reminders.export-sent': 'exported the sent reminders[ (rows: {rows})]',
  'reminders.export-upcoming': 'exported the upcoming reminders[ (rows: {rows})]',
  'reminders.export-held': 'exported the held reminders[ (invoices: {rows})]',
  'reminders.put-back': 'put back a skipped reminder of {object}',
  'reminders.change-text': 'changed the text of one reminder of {object}[: {step}]',
  'reminders.reset-text': 'took the template’s text again for a reminder of {object}[: {step}]',
  'reminders.note-staff': 'sent staff a note about {object}[: {step}][ (to: {to})]',
  'reminders.create-flow': 'added {object}',
  'reminders.update-flow': 'changed {object}',
  'reminders.rehearse': 'rehearsed {object}',
  'reminders.publish-flow': 'published {object}[ (version: {version})]',
  'reminders.turn-off-flow': 'switched off {object}',
  'reminders.delete-flow': 'deleted {object}',
  'reminders.create-template': 'added {object}',
  'reminders.update-template': 'changed {object}',
  'reminders.delete-template': 'deleted {object}',
  'reminders.pause': 'paused reminders of {object}[ (until: {until})][: {note}]',
  'reminders.resume': 'resumed reminders of {object}',
} as const

const events = { 'reminders.send': 'invoice.reminded', 'reminders.thank': 'invoice.thanked' } as const

export const remindersRegistry = {
  room: 'reminders',
  routes: remindersRoutes,
  jobs: remindersJobs,
  schedules: remindersSchedules,
  mailChecks: {
    'reminders.reminder': checkBeforeSending,
    'reminders.thank-you': checkThanksBeforeSending,
  },
  invoiceReminders: { plan: previewSelected, send: sendSelected },
  failpoints,
  auditTexts,
  events,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredJobs extends Record<(typeof remindersJobs)[number]['name'], true> {}
  interface RegisteredSchedules {
    'reminders.send-due': true
  }
  interface RegisteredFailpoints extends Record<(typeof failpoints)[number], true> {}
}
