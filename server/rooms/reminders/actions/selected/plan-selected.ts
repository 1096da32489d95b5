import { addDays } from '../../../../../domain/dates/calendar.ts'
import type { LeftOutReason } from '../../../../../domain/invoices/bulk-actions.ts'
import { LATEST_OFFSET_DAYS } from '../../../../../domain/reminders/flow.ts'
import type { InvoiceReminders } from '../../../../platform/app.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { coveredAmong } from '../../../auto-payments/index.ts'
import { readInvoiceFacts } from '../../../invoices/index.ts'
import { chooseNextSteps, type NextStep } from '../../rules/choose-next-steps.ts'
import { planDay } from '../../rules/plan-day.ts'
import { lockReminderCustomers, readReminderCustomers } from '../../store/customers.ts'
import { type DueRow, findSteps } from '../../store/find-due.ts'
import { findRecipients } from '../engine/find-recipients.ts'
import { readAccountFacts } from '../engine/read-account-facts.ts'
import type { StepGroup } from '../engine/send-groups.ts'

/** Longest time until the day of a step: a long term of payment, the latest step and its repeats. */
const LOOKS_AHEAD_DAYS = 10 * LATEST_OFFSET_DAYS

export interface SelectedPlan {
  readonly today: string
  readonly groups: readonly StepGroup[]
  readonly leftOut: Map<string, LeftOutReason>
  readonly nextOf: ReadonlyMap<string, NextStep<DueRow>>
}

/**
 * Decides which reminders of these invoices can leave now, as the engine decides about a day: invoices of a customer at the same step
 * share a message, and the customer's gap between messages holds others. Weekends and holidays don't hold what a person sends.
 */
export async function planSelected(
  ctx: Ctx,
  invoiceIds: readonly string[],
  customersFor: typeof readReminderCustomers = readReminderCustomers,
): Promise<SelectedPlan> {
  const account = await readAccountFacts(ctx)
  const facts = await readInvoiceFacts(ctx, invoiceIds)
  const customerIds = [...new Set(facts.map(({ customerId }) => customerId))]
  const customers = await customersFor(ctx, customerIds)
  const until = addDays(account.today, LOOKS_AHEAD_DAYS)
  const wanted = new Set(invoiceIds)
  const open = (await findSteps(ctx, account, { until, hour: null, customerIds })).filter((step) =>
    wanted.has(step.invoiceId),
  )
  const chosen = chooseNextSteps(open, account.today)
  const nextOf = new Map([...chosen].flatMap(([id, next]) => (next === null ? [] : [[id, next] as const])))
  const leftOut = new Map<string, LeftOutReason>()
  for (const id of invoiceIds)
    if (!nextOf.has(id)) leftOut.set(id, chosen.has(id) ? 'too_early' : 'no_reminder_left')
  const steps = invoiceIds.flatMap((id) => nextOf.get(id)?.step ?? [])
  const charged = await coveredAmong(ctx, [...nextOf.keys()])
  const atOnce = { ...account, daysOff: { weekends: false, holidays: new Map() } }
  const groups: StepGroup[] = []
  for (const [id, own] of Map.groupBy(steps, ({ customerId }) => customerId)) {
    const customer = customers.get(id)!
    const asked = own.map((step) => ({
      ...step,
      scheduledOn: account.today,
      heldFor: step.heldFor ?? 'put_back',
    }))
    const plan = planDay(asked, customer, atOnce, charged)
    for (const { step, decision } of plan.others) leftOut.set(step.invoiceId, decision.reason)
    for (const message of plan.messages) groups.push({ customer, steps: originals(message, nextOf) })
  }
  return { today: account.today, groups, leftOut, nextOf }
}

const originals = (
  steps: readonly DueRow[],
  nextOf: ReadonlyMap<string, NextStep<DueRow>>,
): readonly DueRow[] =>
  steps.map(({ invoiceId }) => nextOf.get(invoiceId)!.step).sort((a, b) => (a.dueDate < b.dueDate ? -1 : 1))

/** Plans as `planSelected`, while nobody else writes to the customers. */
export const planLocked = (ctx: Ctx, invoiceIds: readonly string[]): Promise<SelectedPlan> =>
  planSelected(ctx, invoiceIds, lockReminderCustomers)

/** Returns the emails about these invoices that would leave now, and why the others are left out. */
export const previewSelected: InvoiceReminders['plan'] = async (ctx, invoiceIds) => {
  const { groups, leftOut } = await planSelected(ctx, invoiceIds)
  const recipients = await findRecipients(ctx, groups)
  return {
    ready: groups.map(({ customer, steps }, at) => ({
      customerId: customer.id,
      to: recipients[at]!,
      step: steps[0]!.stepName,
      invoiceIds: steps.map(({ invoiceId }) => invoiceId),
    })),
    leftOut,
  }
}
