/** Failpoints of the platform itself. Rooms declare theirs in their `registry.ts`. */
export const PLATFORM_FAILPOINTS = [
  'reply.before',
  'reply.sent',
  'mail.claimed',
  'mail.accepted',
  'mail.committed',
  'migration.step',
] as const

/** Job names by type. Each room adds the names of its own jobs in its `registry.ts`. */
export interface RegisteredJobs {
  'mail.deliver-message': true
  'platform.run-schedules': true
}
/** Name of a job, `room.verb-noun`. */
export type JobName = keyof RegisteredJobs

/** Schedules by type. Each room adds its own in its `registry.ts`. */
export interface RegisteredSchedules {
  'mail.take-up-waiting': true
  'mail.forget-old-mail': true
  'platform.forget-kept-answers': true
  'ledger.check-invariants': true
}
/** Name of a schedule, `room.verb-noun`. */
export type ScheduleName = keyof RegisteredSchedules

/** Failpoints by type. Each room adds its own in its `registry.ts`. */
export interface RegisteredFailpoints extends Record<(typeof PLATFORM_FAILPOINTS)[number], true> {}
export type Failpoint = keyof RegisteredFailpoints

/** Actions of the audit log by type, `area.verb-noun`. Each room adds its own in its `registry.ts`. */
export interface RegisteredAuditActions {
  'sandbox.let-happen': true
}
export type AuditAction = keyof RegisteredAuditActions
