import { DAY_MS } from '../../../domain/dates/durations.ts'
import { asDate } from '../clock.ts'
import type { Ctx } from '../context.ts'
import { markDue, OWN_KEY } from '../due-work/mark-due.ts'
import type { Schedule } from '../registry.ts'
import type { FailedMailHandler } from './failed-mail.ts'
import { nextForgottenAt } from './forget-mail.ts'
import { giveUp } from './message-state.ts'
import { TAKEN_UP_AGAIN_MS } from './outbox.ts'

/** A message that was never tried waited because no worker ran, and is not given up so soon. */
const UNTRIED_LONGER_MS = 27 * DAY_MS
const MAX_BATCH = 200

/**
 * Requeues messages whose job gave up or was lost while the mail server was down. `onFailure` reacts to those that are given
 * up at last.
 */
export const createTakeUpWaiting = (onFailure: readonly FailedMailHandler[]): Schedule => ({
  name: 'mail.take-up-waiting',
  clock: 'machine',
  run: (uow) => uow.transaction((ctx) => requeueWaiting(ctx, onFailure)),
  nextDue: (uow) => uow.transaction(nextTryAt),
})

async function nextTryAt(ctx: Ctx): Promise<number | null> {
  const { at } = await ctx.db
    .selectFrom('mail_messages')
    .select(({ fn }) => fn.min('next_try_at').as('at'))
    .where('account_id', '=', ctx.accountId)
    .where('status', 'in', ['queued', 'sending'])
    .executeTakeFirstOrThrow()
  return at?.getTime() ?? null
}

/** Gives each waiting message a new job once an hour, for three days. */
async function requeueWaiting(ctx: Ctx, onFailure: readonly FailedMailHandler[]): Promise<void> {
  // This runs for each message once, an hour after it was queued.
  const forgottenAt = await nextForgottenAt(ctx)
  if (forgottenAt !== null) await markDue(ctx, 'mail.forget-old-mail', OWN_KEY, forgottenAt)
  const now = ctx.app.clock.wallNow()
  const waiting = await ctx.db
    .selectFrom('mail_messages')
    .select(['id', 'status', 'give_up_at', 'failure'])
    .where('account_id', '=', ctx.accountId)
    .where('status', 'in', ['queued', 'sending'])
    .where('next_try_at', '<=', asDate(now))
    .orderBy('next_try_at')
    .limit(MAX_BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, status, give_up_at: giveUpAt, failure } of waiting) {
    const wasTried = failure !== null || status === 'sending'
    if (giveUpAt.getTime() + (wasTried ? 0 : UNTRIED_LONGER_MS) < now) {
      await giveUp(ctx, id, failure ?? 'we couldn’t send it for three days', onFailure)
      continue
    }
    await ctx.db
      .updateTable('mail_messages')
      .set({ next_try_at: asDate(now + TAKEN_UP_AGAIN_MS) })
      .where('account_id', '=', ctx.accountId)
      .where('id', '=', id)
      .execute()
    await ctx.app.jobs.enqueue(ctx, 'mail.deliver-message', { messageId: id })
  }
}
