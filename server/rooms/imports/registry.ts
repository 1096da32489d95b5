import type { RoomRegistry } from '../../platform/registry.ts'
import { importsJobs, importsRoutes, importsSchedules } from './index.ts'

const failpoints = [
  'import.uploaded',
  'import.checked',
  'import.started',
  'import.written',
  'import.batch_before_commit',
  'import.batch_committed',
  'import.done',
] as const

const auditTexts = {
  'imports.export': 'exported the list of imports[ (rows: {rows})]',
  'imports.upload': 'uploaded {object}[ with {rows} rows of {kind}]',
  'imports.check': 'checked {object}',
  'imports.run': 'started {object}',
  'imports.finish': 'finished {object}[ of {kind}][: {fates}]',
} as const

const events = {
  'imports.finish': 'import.finished',
} as const

export const importsRegistry = {
  room: 'imports',
  routes: importsRoutes,
  jobs: importsJobs,
  schedules: importsSchedules,
  failpoints,
  auditTexts,
  events,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredAuditActions extends Record<keyof typeof auditTexts, true> {}
  interface RegisteredSchedules {
    'imports.forget': true
  }
  interface RegisteredJobs extends Record<(typeof importsJobs)[number]['name'], true> {}
  interface RegisteredFailpoints extends Record<(typeof failpoints)[number], true> {}
}
