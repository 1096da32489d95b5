import './tables.ts'

import type { RoomRegistry } from '../../platform/registry.ts'
import { accountDataJobs, accountDataSchedules } from './jobs.ts'
import { accountDataRoutes } from './routes.ts'

const auditTexts = {
  'accounts.start-export': 'started an export of everything',
  'accounts.download-export': 'downloaded an export of everything',
  'accounts.close': 'closed this account',
  'accounts.reopen': 'reopened this account',
  'customers.erase': 'erased the personal data of {object}',
} as const

export const accountDataRegistry = {
  room: 'account-data',
  routes: accountDataRoutes,
  jobs: accountDataJobs,
  schedules: accountDataSchedules,
  auditTexts,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredJobs extends Record<(typeof accountDataJobs)[number]['name'], true> {}
  interface RegisteredSchedules {
    'account-data.delete-archives': true
    'account-data.delete-closed': true
    'account-data.purge-recipients': true
  }
}
