import type { Ctx, UnitOfWork } from '../../../../platform/context.ts'
import { failpoint } from '../../../../platform/control/failpoint.ts'
import { coveredAmong } from '../../../auto-payments/index.ts'
import { planDay } from '../../rules/plan-day.ts'
import { lockReminderCustomers } from '../../store/customers.ts'
import { findDueCustomers, findSteps } from '../../store/find-due.ts'
import { type Outcome, recordOutcomes, skipSettled } from '../../store/outcomes.ts'
import { readAccountFacts } from './read-account-facts.ts'
import { type StepGroup, sendGroups } from './send-groups.ts'

const PAGE = 50

/** Decides about every step that is due, and queues the messages, once for each step and invoice. */
export async function sendDue(uow: UnitOfWork): Promise<void> {
  const ids = await uow.transaction(async (ctx) => {
    const account = await readAccountFacts(ctx)
    await skipSettled(ctx, account.today)
    return findDueCustomers(ctx, account)
  })
  for (let at = 0; at < ids.length; at += PAGE) await sendPage(uow, ids.slice(at, at + PAGE))
}

/** Sends to the customers of a page together. After a failure each is tried alone, so that one does not stop the others. */
async function sendPage(uow: UnitOfWork, ids: readonly string[]): Promise<void> {
  try {
    await uow.transaction((ctx) => sendToCustomers(ctx, ids))
  } catch {
    for (const id of ids)
      await uow
        .transaction((ctx) => sendToCustomers(ctx, [id]))
        .catch((error) => uow.app.log.error('reminders of a customer failed', { customer: id, error }))
  }
}

async function sendToCustomers(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const account = await readAccountFacts(ctx)
  const customers = await lockReminderCustomers(ctx, ids)
  // Read after the lock, so that what another worker decided meanwhile is seen.
  const steps = await findSteps(ctx, account, { until: account.today, hour: account.hour, customerIds: ids })
  const charged = await coveredAmong(ctx, [...new Set(steps.map(({ invoiceId }) => invoiceId))])
  const outcomes: Outcome[] = []
  const groups: StepGroup[] = []
  for (const [id, own] of Map.groupBy(steps, ({ customerId }) => customerId)) {
    const customer = customers.get(id)!
    const { messages, others } = planDay(own, customer, account, charged)
    for (const other of others) outcomes.push({ ...other, messageId: null })
    for (const group of messages) groups.push({ customer, steps: group })
  }
  outcomes.push(...(await sendGroups(ctx, groups)))
  await recordOutcomes(ctx, outcomes.filter(isNews), account.today)
  if (outcomes.length > 0) await failpoint('reminders.recorded')
}

/** A step that is held for the same reason as before is not recorded again. */
const isNews = ({ step, decision }: Outcome): boolean =>
  decision.outcome !== 'held' || decision.reason !== step.heldFor || decision.until !== step.heldUntil
