import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { coveredAmong } from '../../../auto-payments/index.ts'
import { planDay } from '../../rules/plan-day.ts'
import { lockReminderCustomers } from '../../store/customers.ts'
import { endThanks } from '../../store/end-thanks.ts'
import { findDueCustomers, findSteps } from '../../store/find-due.ts'
import { type Outcome, recordOutcomes, skipSettled } from '../../store/outcomes.ts'
import { leaveOutLate } from './leave-out-late.ts'
import { readAccountFacts } from './read-account-facts.ts'
import { sendGroups } from './send-groups.ts'

const PAGE = 50

/**
 * Decides about every step that is due, and queues the messages, once for each step and invoice. Customers whose emails are late
 * come last: when the hour has no room for more of them, they stay due.
 */
export async function sendDue(uow: UnitOfWork): Promise<void> {
  const due = await uow.transaction(async (ctx) => {
    const account = await readAccountFacts(ctx)
    await skipSettled(ctx, account.today)
    await endThanks(ctx, account.today)
    return findDueCustomers(ctx, account)
  })
  for (const page of pagesOf(due.filter(({ isLate }) => !isLate))) await sendPage(uow, page)
  for (const page of pagesOf(due.filter(({ isLate }) => isLate))) if (!(await sendPage(uow, page))) return
}

function pagesOf(customers: readonly { readonly id: string }[]): string[][] {
  const ids = customers.map(({ id }) => id)
  return Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, at) =>
    ids.slice(at * PAGE, (at + 1) * PAGE),
  )
}

/**
 * Sends to the customers of a page together. After a failure each is tried alone, so that one does not stop the others. False
 * when some have to wait for the next hour.
 */
async function sendPage(uow: UnitOfWork, ids: readonly string[]): Promise<boolean> {
  try {
    return await uow.transaction((ctx) => sendToCustomers(ctx, ids))
  } catch {
    const ends: boolean[] = []
    for (const id of ids)
      await uow
        .transaction((ctx) => sendToCustomers(ctx, [id]))
        .then((end) => ends.push(end))
        .catch((error) => uow.app.log.error('reminders of a customer failed', { customer: id, error }))
    return !ends.includes(false)
  }
}

async function sendToCustomers(ctx: Ctx, ids: readonly string[]): Promise<boolean> {
  const account = await readAccountFacts(ctx)
  const customers = await lockReminderCustomers(ctx, ids)
  // Read after the lock, so that what another worker decided meanwhile is seen.
  const steps = await findSteps(ctx, account, { until: account.today, hour: account.hour, customerIds: ids })
  const charged = await coveredAmong(ctx, [...new Set(steps.map(({ invoiceId }) => invoiceId))])
  const plans = [...Map.groupBy(steps, ({ customerId }) => customerId)].map(([id, own]) => {
    const customer = customers.get(id)!
    return { customer, ...planDay(own, customer, account, charged) }
  })
  const ready = await leaveOutLate(ctx, plans, account.today)
  const outcomes: Outcome[] = ready.flatMap(({ others }) =>
    others.map((other) => ({ ...other, messageId: null })),
  )
  const groups = ready.flatMap(({ customer, messages }) =>
    messages.map((group) => ({ customer, steps: group })),
  )
  outcomes.push(...(await sendGroups(ctx, groups)))
  await recordOutcomes(ctx, outcomes.filter(isNews), account.today)
  if (outcomes.length > 0) await failpoint('reminders.recorded')
  return ready.length === plans.length
}

/** A step that is held for the same reason as before is not recorded again. */
const isNews = ({ step, decision }: Outcome): boolean =>
  decision.outcome !== 'held' || decision.reason !== step.heldFor || decision.until !== step.heldUntil
