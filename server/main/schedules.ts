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

/** What looks after mails, kept under an account or, of who works in no company, under a person's own id. */
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

/** All housekeeping, which runs by the machine's clock. */
const HOUSEKEEPING: readonly Housekeeping[] = [
  ...REGISTRIES.flatMap(({ housekeeping = [] }) => housekeeping),
  { name: 'platform.forget-idle-counters', run: ({ app }) => forgetIdleCounters(app) },
]

const actorOf = (job: string) => ({ kind: 'system', job }) as const

/** Runs everything that has fallen due in one account. One schedule's failure doesn't hold up the next. */
export async function runSchedulesOf(
  app: App,
  accountId: string,
  caller: Caller,
  schedules: readonly Schedule[] = SCHEDULES,
): Promise<void> {
  for (const { name, run } of schedules)
    await attempt(app, name, accountId, () => run(unitOfWork(app, caller, actorOf(name), accountId)))
}

/** Runs everything that has fallen due in every account, one after another, and nothing on a held copy. */
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
