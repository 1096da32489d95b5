import { forgetIdleCounters } from '../platform/auth/rate-limit.ts'
import type { App, Caller } from '../platform/context.ts'
import { inTransaction, unitOfWork } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { forgetOldMail } from '../platform/mail/forget-mail.ts'
import { mailSchedules } from '../platform/mail/outbox.ts'
import { isOutboundPaused } from '../platform/outbound.ts'
import type { Housekeeping, Schedule } from '../platform/registry.ts'
import { listAccountIds } from '../rooms/accounts/index.ts'
import { listMailKeepers } from '../rooms/identity/index.ts'
import { checkInvariants } from './invariants/check-invariants.ts'
import { REGISTRIES } from './rooms.ts'

/**
 * Email schedules. They run under an account's id or, for people without a company, under the person's own
 * id.
 */
const MAIL_SCHEDULES: readonly Schedule[] = [
  ...mailSchedules,
  { name: 'mail.forget-old-mail', run: forgetOldMail },
]

/** All schedules, in the order in which they run. */
export const SCHEDULES: readonly Schedule[] = [
  ...MAIL_SCHEDULES,
  { name: 'ledger.check-invariants', run: checkInvariants },
  ...REGISTRIES.flatMap(({ schedules = [] }) => schedules),
]

/** All housekeeping. It runs by the system clock. */
const HOUSEKEEPING: readonly Housekeeping[] = [
  ...REGISTRIES.flatMap(({ housekeeping = [] }) => housekeeping),
  { name: 'platform.forget-idle-counters', run: ({ app }) => forgetIdleCounters(app) },
]

const actorOf = (job: string) => ({ kind: 'system', job }) as const

/** Runs all due schedules of one account. A schedule's failure doesn't stop the next one. */
export async function runSchedulesOf(
  app: App,
  accountId: string,
  caller: Caller,
  schedules: readonly Schedule[] = SCHEDULES,
): Promise<void> {
  for (const { name, run } of schedules)
    await attempt(app, name, accountId, () => run(unitOfWork(app, caller, actorOf(name), accountId)))
}

/** Runs all due schedules of every account in turn. Runs none while outbound traffic is paused. */
export async function runSchedules(app: App): Promise<void> {
  if (await isOutboundPaused(app.db)) return
  const caller = { requestId: newId(app.clock.wallNow()), ip: null }
  const list = (ids: typeof listAccountIds) => inTransaction(app, caller, actorOf('schedules'), ids)
  for (const accountId of await list(listAccountIds)) await runSchedulesOf(app, accountId, caller)
  for (const personId of await list(listMailKeepers))
    await runSchedulesOf(app, personId, caller, MAIL_SCHEDULES)
  for (const { name, run } of HOUSEKEEPING)
    await attempt(app, name, null, () => inTransaction(app, caller, actorOf(name), run))
}

async function attempt(
  app: App,
  schedule: string,
  accountId: string | null,
  run: () => Promise<unknown>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    app.metrics.scheduleFailures.inc({ schedule })
    app.log.error('schedule failed', { schedule, accountId, error })
  }
}
