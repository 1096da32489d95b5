import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { checkStatementBeforeSending } from './actions/issue/check-before-sending.ts'
import { statementsJobs, statementsSchedules } from './jobs.ts'
import { statementsRoutes } from './routes.ts'

const auditTexts = {
  'statements.send': 'sent {object}[ (to: {to})]',
  'statements.export': 'exported a list of statements[ (rows: {rows})]',
  'statements.start-run': 'started to send statements to all customers[ (from: {from})][ (to: {to})]',
  'statements.cancel-run': 'stopped sending statements to all customers[ (from: {from})][ (to: {to})]',
  'statements.change-settings': 'changed how statements are sent',
} as const

const events = { 'statements.send': 'statement.sent' } as const

export const statementsRegistry = {
  room: 'statements',
  routes: statementsRoutes,
  jobs: statementsJobs,
  schedules: statementsSchedules,
  mailChecks: { 'statements.statement': checkStatementBeforeSending },
  auditTexts,
  events,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredJobs extends Record<(typeof statementsJobs)[number]['name'], true> {}
  interface RegisteredSchedules {
    'statements.send': true
  }
}
