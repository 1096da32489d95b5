import { DAY_MS, MINUTE_MS } from '../../../../domain/dates/durations.ts'
import { startOfDayInZone } from '../../../../domain/dates/time-zone.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow, runsByItself } from '../../accounts/index.ts'
import { readSettings } from '../../payments/index.ts'
import { needsNotice } from '../rules/amounts.ts'
import { dueAt, noticeDay, timingOf } from '../rules/plan.ts'
import { attemptsTakenBack, nextOpenAttempt } from '../store/attempts.ts'
import { type CoveredInvoice, coveredFirst } from '../store/covered.ts'
import { reportedAmong } from '../store/problems.ts'
import { findProblems } from './problems/find-problems.ts'

/** Invoices that are read. The instants of later due ones come when these are done. */
const MAX_READ = 500
/**
 * Work that was due already and was not done waits for a change, which makes the schedule due, or for a processor or a mail
 * server, which nothing announces. A method that can't be charged and was reported waits for a change.
 */
const TRY_AGAIN_MS = 10 * MINUTE_MS

/** Returns when the outcome of a returned charge can be settled, in epoch ms. */
export const nextTakenBackAt = async (ctx: Ctx): Promise<number | null> =>
  (await attemptsTakenBack(ctx, 1)).length > 0 ? ctx.now : null

/** Returns when the next notice is due, in epoch ms. */
export async function nextNoticeAt(ctx: Ctx): Promise<number | null> {
  const { surchargePpm } = await readSettings(ctx)
  return firstInstant(ctx, (one, timeZone) =>
    needsNotice(one, surchargePpm) ? startOfDayInZone(noticeDay(one.dueDate), timeZone) : null,
  )
}

/** Returns when the next charge or the next attempt under way is due, in epoch ms. */
export async function nextChargeAt(ctx: Ctx): Promise<number | null> {
  const attempt = await nextOpenAttempt(ctx)
  const charge = await firstInstant(ctx, (one, timeZone) => dueAt(timingOf(one), timeZone))
  const instants = [attempt, charge].filter((at) => at !== null)
  return instants.length === 0 ? null : Math.min(...instants)
}

async function firstInstant(
  ctx: Ctx,
  instantOf: (one: CoveredInvoice, timeZone: string) => number | null,
): Promise<number | null> {
  const account = await readAccountRow(ctx)
  if (!runsByItself(account, ctx.now)) return null
  const { timezone } = account
  const invoices = await coveredFirst(ctx, MAX_READ)
  const problems = await findProblems(ctx, invoices)
  const reported = await reportedAmong(ctx, [
    ...new Set(invoices.filter(({ id }) => problems.has(id)).map(({ consentId }) => consentId)),
  ])
  const ahead = invoices.flatMap((one) => {
    const at = instantOf(one, timezone)
    if (at === null || at > ctx.now) return at === null ? [] : [at]
    return [ctx.now + (problems.has(one.id) && reported.has(one.consentId) ? DAY_MS : TRY_AGAIN_MS)]
  })
  return ahead.length === 0 ? null : Math.min(...ahead)
}
