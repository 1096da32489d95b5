import { forgetIdleCounters } from '../platform/auth/rate-limit.ts'
import type { App, BaseCtx, Caller, UnitOfWork } from '../platform/context.ts'
import { inTransaction, unitOfWork } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { forgetOldMail } from '../platform/mail/forget-mail.ts'
import { mailSchedules } from '../platform/mail/outbox.ts'
import { isOutboundPaused } from '../platform/outbound.ts'
import { listAccountIds } from '../rooms/accounts/index.ts'
import { auditLogSchedules } from '../rooms/audit-log/index.ts'
import { autoPaymentsSchedules } from '../rooms/auto-payments/index.ts'
import { forgetEnded, listMailKeepers } from '../rooms/identity/index.ts'
import { importsSchedules } from '../rooms/imports/index.ts'
import { paymentsSchedules } from '../rooms/payments/index.ts'
import { forgetSpent } from '../rooms/social-logins/index.ts'
import { checkInvariants } from './invariants/check-invariants.ts'

/** Work that time itself brings about. Each is asked once a minute, for one account, what falls due by the product's clock. */
export interface Schedule {
  readonly name: string
  run(uow: UnitOfWork): Promise<unknown>
}

/** What looks after mails, kept under an account or, of who works in no company, under a person's own id. */
const MAIL_SCHEDULES: readonly Schedule[] = [
  ...mailSchedules,
  { name: 'mail.forget-old-mail', run: forgetOldMail },
]

/** Every schedule there is. */
export const SCHEDULES: readonly Schedule[] = [
  ...MAIL_SCHEDULES,
  ...paymentsSchedules,
  ...autoPaymentsSchedules,
  ...importsSchedules,
  { name: 'ledger.check-invariants', run: checkInvariants },
  // Last, so that it seals what the others have just done.
  ...auditLogSchedules,
]

/** What belongs to no account and has had its time, by the machine's clock. Asked once a minute as well. */
const HOUSEKEEPING: readonly { readonly name: string; run(ctx: BaseCtx): Promise<unknown> }[] = [
  { name: 'identity.forget-ended', run: forgetEnded },
  { name: 'social-logins.forget-spent', run: forgetSpent },
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
