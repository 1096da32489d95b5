import type { App, BaseCtx, Caller, Steps } from '../platform/context.ts'
import { inTransaction, stepsOf } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { forgetOldMail } from '../platform/mail/forget-mail.ts'
import { mailTicks } from '../platform/mail/outbox.ts'
import { isHeld } from '../platform/outbound.ts'
import { forgetIdleCounters } from '../platform/throttle.ts'
import { listAccountIds } from '../rooms/accounts/index.ts'
import { auditLogTicks } from '../rooms/audit-log/index.ts'
import { autoPaymentsTicks } from '../rooms/auto-payments/index.ts'
import { forgetEnded, listMailKeepers } from '../rooms/identity/index.ts'
import { importsTicks } from '../rooms/imports/index.ts'
import { paymentsTicks } from '../rooms/payments/index.ts'
import { forgetSpent } from '../rooms/social-logins/index.ts'
import { checkInvariants } from './invariants/check-invariants.ts'

/** Work that time itself brings about. Each is asked once a minute, for one account, what falls due by the product's clock. */
export interface Tick {
  readonly name: string
  run(steps: Steps): Promise<unknown>
}

/** What looks after mails, kept under an account or, of who works in no company, under a person's own id. */
const MAIL_SCHEDULES: readonly Tick[] = [...mailTicks, { name: 'mail.forget-old-mail', run: forgetOldMail }]

/** Every schedule there is. */
export const SCHEDULES: readonly Tick[] = [
  ...MAIL_SCHEDULES,
  ...paymentsTicks,
  ...autoPaymentsTicks,
  ...importsTicks,
  { name: 'ledger.check-invariants', run: checkInvariants },
  // Last, so that it seals what the others have just done.
  ...auditLogTicks,
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
  schedules: readonly Tick[] = SCHEDULES,
): Promise<void> {
  for (const { name, run } of schedules)
    await attempt(app, name, accountId, () => run(stepsOf(app, caller, actorOf(name), accountId)))
}

/** Runs everything that has fallen due in every account, one after another, and nothing on a held copy. */
export async function runSchedules(app: App): Promise<void> {
  if (await isHeld(app.db)) return
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
