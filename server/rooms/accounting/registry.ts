import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { accountingJobs, accountingSchedules } from './jobs.ts'
import { accountingRoutes } from './routes.ts'

const failpoints = [
  'books.invoices_applied',
  'books.memos_applied',
  'books.post_noted',
  'books.post_answered',
  'books.post_recorded',
] as const

const auditTexts = {
  'accounting.export-conflicts': 'exported differences with the accounting platform[ (rows: {rows})]',
  'accounting.connect': 'connected an accounting platform[: {platform}][ ({name})]',
  'accounting.disconnect': 'disconnected an accounting platform[: {platform}][ ({name})]',
  'accounting.revoked': 'learned that an accounting platform ended the connection[: {platform}][ ({name})]',
  'accounting.update': 'changed where payments are posted[ in {platform}]',
  'accounting.fresh': 'read the accounting platform',
  'accounting.read-invoice': 'read {object} from the accounting platform',
  'accounting.simulate': 'simulated in the Sandbox books[: {what}]',
  'accounting.resolve': 'settled a difference with the accounting platform[: {title}][ ({choice})]',
} as const

const events = { 'accounting.revoked': 'connection.lost' } as const

export const accountingRegistry = {
  room: 'accounting',
  routes: accountingRoutes,
  jobs: accountingJobs,
  schedules: accountingSchedules,
  failpoints,
  auditTexts,
  events,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredFailpoints extends Record<(typeof failpoints)[number], true> {}
  interface RegisteredSchedules {
    'accounting.sync': true
  }
  interface RegisteredJobs extends Record<(typeof accountingJobs)[number]['name'], true> {}
}
