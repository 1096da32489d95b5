import type { AuditArea } from '../../domain/accounts/audit-areas.ts'
import { forgetIdleCounters } from '../platform/auth/rate-limit.ts'
import type { App } from '../platform/context.ts'
import { inTransaction } from '../platform/context.ts'
import { runDueWork, waitForWorkers } from '../platform/due-work/run-due-work.ts'
import { forgetKeptAnswers } from '../platform/http/idempotency/kept-answers.ts'
import { newId } from '../platform/ids.ts'
import { forgetOldMail } from '../platform/mail/forget-mail.ts'
import { createTakeUpWaiting } from '../platform/mail/take-up-waiting.ts'
import { isOutboundPaused } from '../platform/outbound.ts'
import type { ScheduleName } from '../platform/registered-names.ts'
import type { Housekeeping, Schedule } from '../platform/registry.ts'
import { checkInvariants, nextInvariantCheck } from './invariants/check-invariants.ts'
import { MAIL_FAILURE_HANDLERS, REGISTRIES } from './rooms.ts'

/** Areas whose entries change the books. */
const BOOKING: readonly AuditArea[] = [
  'invoices',
  'imports',
  'credit-memos',
  'late-fees',
  'payments',
  'sandbox',
  'accounts',
  'accounting',
]

/** All schedules. Those of one account that are due together run in this order. */
export const SCHEDULES: readonly Schedule[] = [
  createTakeUpWaiting(MAIL_FAILURE_HANDLERS),
  forgetOldMail,
  forgetKeptAnswers,
  {
    name: 'ledger.check-invariants',
    after: BOOKING,
    run: checkInvariants,
    nextDue: nextInvariantCheck,
  },
  ...REGISTRIES.flatMap(({ schedules = [] }) => schedules),
]

/** Schedules that run after audit entries of an area. */
export const schedulesAfter = (area: AuditArea): ScheduleName[] =>
  SCHEDULES.filter(({ after }) => after?.includes(area)).map(({ name }) => name)

/** All housekeeping. It runs by the system clock. */
const HOUSEKEEPING: readonly Housekeeping[] = [
  ...REGISTRIES.flatMap(({ housekeeping = [] }) => housekeeping),
  { name: 'platform.forget-idle-counters', run: ({ app }) => forgetIdleCounters(app) },
]

/** Runs every schedule that is due. */
export const runDueSchedules = (app: App, isStopping?: () => boolean): Promise<void> =>
  runDueWork(app, SCHEDULES, isStopping)

/**
 * Runs every schedule that is due, also after other workers have run theirs, then the housekeeping. Runs nothing while
 * outbound traffic is paused.
 */
export async function runSchedules(app: App): Promise<void> {
  await runDueSchedules(app)
  await waitForWorkers(app)
  await runDueSchedules(app)
  await runHousekeeping(app)
}

/** Runs once a minute in one process. A failure doesn't stop the next one. */
export async function runHousekeeping(app: App): Promise<void> {
  if (await isOutboundPaused(app.db)) return
  const caller = { requestId: newId(app.clock.wallNow()), ip: null }
  for (const { name, run } of HOUSEKEEPING)
    try {
      await inTransaction(app, caller, { kind: 'system', job: name }, run)
    } catch (error) {
      app.metrics.scheduleFailures.inc({ schedule: name })
      app.log.error('schedule failed', { schedule: name, accountId: null, error })
    }
}
