import { addDays, type CalendarDate } from '../../../../../domain/dates/calendar.ts'
import { formatAmount, sumMinor } from '../../../../../domain/money/money.ts'
import type { HoldReason } from '../../../../../domain/reminders/decide-reminder.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { coveredAmong } from '../../../auto-payments/index.ts'
import { playDays } from '../../rules/play-days.ts'
import { keyOf } from '../../rules/rehearse-customer.ts'
import { selectChangedTexts } from '../../store/changed-texts.ts'
import { type ReminderCustomer, readReminderCustomers } from '../../store/customers.ts'
import { type DueRow, findSteps } from '../../store/find-due.ts'
import { readAccountFacts } from '../engine/read-account-facts.ts'

const DAYS = 30
const MAX_STEPS_READ = 5_000
const MAX_LISTED = 500

interface Upcoming {
  readonly day: CalendarDate
  readonly steps: readonly DueRow[]
}

/**
 * Returns the messages of today and the next 30 days: the function that sends is asked about each day in turn, as if nothing
 * were paid meanwhile.
 */
export async function listUpcoming(ctx: Ctx) {
  // An account that is off is shown what it would send, to look at before it is switched on.
  const account = { ...(await readAccountFacts(ctx)), isOn: true, waitsForBooks: false }
  const until = addDays(account.today, DAYS)
  const steps = await findSteps(ctx, account, { until, hour: null, customerIds: null, limit: MAX_STEPS_READ })
  const customers = await readReminderCustomers(ctx, [...new Set(steps.map((step) => step.customerId))])
  const charged = await coveredAmong(ctx, [...new Set(steps.map((step) => step.invoiceId))])
  const texts = new Set((await selectChangedTexts(ctx, null)).map(keyOf))
  const upcoming: Upcoming[] = []
  for (const [id, own] of Map.groupBy(steps, (step) => step.customerId)) {
    const play = { from: account.today, until, customer: customers.get(id)!, account, charged }
    for (const { day, messages } of playDays(own, { ...play, on: (step) => step }))
      upcoming.push(...messages.map((group) => ({ day, steps: group })))
  }
  upcoming.sort(soonestFirst)
  return {
    results: upcoming
      .slice(0, MAX_LISTED)
      .map((one) => showUpcoming(one, customers.get(one.steps[0]!.customerId)!, texts)),
    more: upcoming.length > MAX_LISTED || steps.length === MAX_STEPS_READ,
  }
}

/** By day and hour, and then the latest step of a flow first. */
function soonestFirst(one: Upcoming, other: Upcoming): number {
  if (one.day !== other.day) return one.day < other.day ? -1 : 1
  const [a, b] = [one.steps[0]!, other.steps[0]!]
  return a.hour - b.hour || b.position - a.position || a.customerName.localeCompare(b.customerName, 'en')
}

const showUpcoming = ({ day, steps }: Upcoming, customer: ReminderCustomer, texts: ReadonlySet<string>) => {
  const [first] = steps
  const earliest = steps.reduce((a, b) => (b.scheduledOn < a.scheduledOn ? b : a))
  return {
    day,
    hour: first!.hour,
    customer: { pk: first!.customerId, short_name: first!.customerName },
    to: customer.address ?? '',
    step: first!.stepName,
    step_id: first!.stepId,
    kind: first!.kind,
    scheduled_on: earliest.scheduledOn,
    held_for: earliest.scheduledOn < day ? (earliest.heldFor as HoldReason | null) : null,
    invoices: steps.map(({ invoiceId, number, dueDate, occurrence }) => ({
      pk: invoiceId,
      number,
      due_date: dueDate,
      occurrence,
    })),
    is_thanks: first!.paidOn !== null,
    has_own_text: steps.some((step) => texts.has(keyOf(step))),
    currency: first!.currency,
    remaining: formatAmount(sumMinor(steps.map((step) => step.remainingMinor)), first!.currency),
  }
}
