import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { checkStatementBeforeSending } from './actions/issue/check-before-sending.ts'
import { statementsRoutes } from './routes.ts'

const auditTexts = {
  'statements.send': 'sent {object}[ (to: {to})]',
} as const

export const statementsRegistry = {
  room: 'statements',
  routes: statementsRoutes,
  mailChecks: { 'statements.statement': checkStatementBeforeSending },
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
}
