import { formatDate } from '../../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../../domain/money/money.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { readAccountRow, todayOf } from '../../../accounts/index.ts'
import { closeTasks, openTask } from '../../../worklist/index.ts'
import { judgePromise, type PromiseEnd, type StandingPromise } from '../../rules/judge-promise.ts'
import { endPromise, selectStandingPromises } from '../../store/promises.ts'
import { promiseKey } from './add-promise.ts'

const PAGE = 200

/** Ends the promises that were kept, whose invoices were closed, or whose day has passed. The last ones open a task. */
export async function settlePromises(uow: UnitOfWork): Promise<void> {
  for (let after: string | null = null; ; ) {
    const page: StandingPromise[] = await uow.transaction((ctx) => settlePage(ctx, after))
    after = page.at(-1)?.id ?? null
    if (page.length < PAGE) return
  }
}

async function settlePage(ctx: Ctx, after: string | null): Promise<StandingPromise[]> {
  const today = await todayOf(ctx)
  const page = await selectStandingPromises(ctx, after, PAGE)
  for (const promise of page) {
    const end = judgePromise(promise, today)
    if (end !== null) await settle(ctx, promise, end)
  }
  return page
}

const ACTIONS = {
  kept: 'answers.keep-promise',
  broken: 'answers.break-promise',
  withdrawn: 'answers.withdraw-promise',
} as const

async function settle(ctx: Ctx, promise: StandingPromise, end: PromiseEnd): Promise<void> {
  // Another worker may have ended it meanwhile.
  if (!(await endPromise(ctx, promise.id, end))) return
  const { id, invoiceId, customerId, promisedOn } = promise
  await closeTasks(ctx, { keys: [promiseKey(id)], outcome: end.outcome })
  await audit(
    ctx,
    ACTIONS[end.state],
    { type: 'invoice', id: invoiceId },
    { promise: id, day: promisedOn, customer: customerId },
  )
  if (end.state === 'broken') await openBrokenTask(ctx, promise)
}

async function openBrokenTask(ctx: Ctx, promise: StandingPromise): Promise<void> {
  const { id, customerId, invoiceId, number, currency, remainingMinor, promisedOn } = promise
  const day = formatDate(promisedOn, (await readAccountRow(ctx)).dateFormat)
  await openTask(ctx, {
    key: `broken promise ${id}`,
    kind: 'answer',
    customerId,
    invoiceIds: [invoiceId],
    amount: { minor: remainingMinor, currency },
    title: `Promise of ${day} was not kept`,
    reason: `${displayAmount(remainingMinor, currency)} is still owed on ${number}. Reminders resume.`,
    endsWhenSettled: true,
  })
}
