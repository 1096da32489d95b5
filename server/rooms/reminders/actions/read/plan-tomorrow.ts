import { addDays } from '../../../../../domain/dates/calendar.ts'
import type { AccountFacts, HoldReason, SkipReason } from '../../../../../domain/reminders/decide-reminder.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { coveredAmong } from '../../../auto-payments/index.ts'
import { heldBy, lookedAtOn, playDays } from '../../rules/play-days.ts'
import { type ReminderCustomer, readReminderCustomers } from '../../store/customers.ts'
import { type DueRow, findSteps } from '../../store/find-due.ts'
import { readAccountFacts } from '../engine/read-account-facts.ts'

const MAX_STEPS_READ = 20_000

/** Messages of tomorrow, and the steps due by then that are not sent. */
interface Tomorrow {
  readonly messages: readonly (readonly DueRow[])[]
  readonly others: readonly { readonly step: DueRow; readonly reason: HoldReason | SkipReason }[]
}

/**
 * Plans the reminders of tomorrow as if the account were switched on now and nothing were paid meanwhile. Only the latest step
 * of an invoice counts.
 */
export async function planTomorrow(ctx: Ctx) {
  const facts = { ...(await readAccountFacts(ctx)), isOn: true, waitsForBooks: false }
  const day = addDays(facts.today, 1)
  const steps = await findSteps(ctx, facts, {
    until: day,
    hour: null,
    customerIds: null,
    limit: MAX_STEPS_READ,
  })
  const customers = await readReminderCustomers(ctx, [...new Set(steps.map((step) => step.customerId))])
  const charged = await coveredAmong(ctx, [...new Set(steps.map((step) => step.invoiceId))])
  const plans = [...Map.groupBy(steps, (step) => step.customerId)].map(([id, own]) =>
    planCustomer(own, customers.get(id)!, facts, charged),
  )
  const messages = plans.flatMap((plan) => plan.messages).filter(isEmail)
  return {
    day,
    daysOff: facts.daysOff,
    messages: messages.toSorted((a, b) => a[0]!.hour - b[0]!.hour),
    others: plans.flatMap((plan) => plan.others),
    more: steps.length === MAX_STEPS_READ,
  }
}

/** Plays today and then tomorrow for one customer: a message of today delays the next one. */
function planCustomer(
  steps: readonly DueRow[],
  customer: ReminderCustomer,
  facts: AccountFacts,
  charged: ReadonlySet<string>,
): Tomorrow {
  const day = addDays(facts.today, 1)
  const play = { from: facts.today, until: day, customer, account: facts, charged }
  const played = playDays(steps, { ...play, on: (step: DueRow) => step })
  const plan = played.find((one) => one.day === day)
  const waiting = [...steps, ...played.filter((one) => one !== plan).flatMap(heldBy)]
  return {
    messages: plan?.messages ?? [],
    others: [
      ...(plan?.others ?? []).map(({ step, decision }) => ({ step, reason: decision.reason })),
      ...waiting.flatMap((step) =>
        step.heldFor === null || lookedAtOn(step) <= day
          ? []
          : [{ step, reason: step.heldFor as HoldReason }],
      ),
    ].filter(({ reason }) => reason !== 'replaced'),
  }
}

/** Tasks and notes to staff are no messages to customers. */
const isEmail = ([first]: readonly DueRow[]): boolean => first!.kind === 'email'
