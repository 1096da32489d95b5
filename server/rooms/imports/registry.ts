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

export const importsRegistry = {
  room: 'imports',
  routes: importsRoutes,
  jobs: importsJobs,
  schedules: importsSchedules,
  failpoints,
} satisfies RoomRegistry

declare module '../../platform/registered-names.ts' {
  interface RegisteredJobs extends Record<(typeof importsJobs)[number]['name'], true> {}
  interface RegisteredFailpoints extends Record<(typeof failpoints)[number], true> {}
}
