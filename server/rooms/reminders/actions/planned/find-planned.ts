import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { addDays } from '../../../../../domain/dates/calendar.ts'
import { type AccountFacts, findObstacle } from '../../../../../domain/reminders/decide-reminder.ts'
import { LATEST_OFFSET_DAYS } from '../../../../../domain/reminders/flow.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { coveredAmong } from '../../../auto-payments/index.ts'
import { readInvoiceFacts } from '../../../invoices/index.ts'
import { explainUntrue, judgeSentNow } from '../../rules/judge-sent-now.ts'
import { lockReminderCustomers, type ReminderCustomer } from '../../store/customers.ts'
import { type DueRow, findSteps, type LocalTime } from '../../store/find-due.ts'
import { readAccountFacts } from '../engine/read-account-facts.ts'

/** Longest time until the day of a step: a long term of payment, the latest step and its repeats. */
const LOOKS_AHEAD_DAYS = 10 * LATEST_OFFSET_DAYS

/** Names a message that was not sent yet, as the API does. */
export type PlannedMessage = InputOf<typeof contract.reminders.showPlanned>['body']

export interface FoundMessage {
  readonly account: AccountFacts & LocalTime
  readonly customer: ReminderCustomer
  /** The longest due invoice first. */
  readonly steps: readonly DueRow[]
  readonly charged: ReadonlySet<string>
  /** Earlier emails about its invoices, which would follow it. */
  readonly replaced: readonly DueRow[]
  /** Why its template would not be true today, and what to do; null when it is. */
  readonly untrue: string | null
}

/**
 * Locks the customer and returns the steps of a message that was not sent yet. Refuses not_found for another step or invoice
 * than the account's, and wrong_state when a step was sent, skipped or settled meanwhile, or is no email.
 */
export async function findPlanned(ctx: Ctx, message: PlannedMessage): Promise<FoundMessage> {
  const account = await readAccountFacts(ctx)
  const customer = (await lockReminderCustomers(ctx, [message.customer])).get(message.customer)
  if (customer === undefined) throw refuse('not_found')
  await checkInvoices(ctx, message)
  const until = addDays(account.today, LOOKS_AHEAD_DAYS)
  const open = await findSteps(ctx, account, { until, hour: null, customerIds: [customer.id] })
  const isNamed = (row: DueRow) =>
    row.stepId === message.step &&
    message.invoices.some((one) => one.invoice === row.invoiceId && one.occurrence === row.occurrence)
  const steps = open.filter(isNamed).sort((a, b) => (a.dueDate < b.dueDate ? -1 : 1))
  if (steps.length !== message.invoices.length || new Set(steps.map((step) => step.currency)).size > 1)
    throw refuse('wrong_state', 'This reminder was sent, skipped or changed meanwhile. Reload the list.')
  if (steps.some((step) => step.kind !== 'email'))
    throw refuse('wrong_state', 'This step sends no email to the customer. Change it in its flow.')
  const charged = await coveredAmong(
    ctx,
    steps.map((step) => step.invoiceId),
  )
  const { today } = account
  const judged = steps.map((step) => ({ step, ...judgeSentNow(step, open, today) }))
  const untrue = judged.find(({ isUntrue }) => isUntrue)
  return {
    account,
    customer,
    steps,
    charged,
    replaced: judged.flatMap(({ replaced }) => replaced),
    untrue: untrue ? explainUntrue(untrue.step, today) : null,
  }
}

/** Refuses not_found for an invoice that is not the customer's. */
export async function checkInvoices(ctx: Ctx, { customer, invoices }: PlannedMessage): Promise<void> {
  const ids = [...new Set(invoices.map((one) => one.invoice))]
  const facts = await readInvoiceFacts(ctx, ids)
  if (facts.length < ids.length || facts.some((one) => one.customerId !== customer)) throw refuse('not_found')
}

/** Returns what keeps a person from sending a message now; null when nothing does. */
export function obstacleOf({ account, customer, steps, charged }: Omit<FoundMessage, 'replaced' | 'untrue'>) {
  for (const step of steps) {
    const facts = { ...step, wasHeld: true, isChargedAutomatically: charged.has(step.invoiceId) }
    const obstacle = findObstacle(facts, customer, account)
    if (obstacle !== null) return obstacle
  }
  return null
}
