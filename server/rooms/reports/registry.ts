import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { reportsJobs } from './jobs.ts'
import { reportsRoutes } from './routes.ts'

const auditTexts = {
  'reports.export': 'exported a report[: {report}][ in {currency}][ as of {on}][ (rows: {rows})]',
  'reports.share': 'shared the receivables report[ with {recipient}][ for {days} days][, {shows_customers}]',
  'reports.stop-sharing': 'stopped sharing the receivables report[ with {recipient}]',
  'reports.open-shared': 'opened the receivables report shared[ with {recipient}]',
} as const

export const reportsRegistry = {
  room: 'reports',
  routes: reportsRoutes,
  jobs: reportsJobs,
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredJobs extends Record<(typeof reportsJobs)[number]['name'], true> {}
}
