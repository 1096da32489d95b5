import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { countsAsActive } from '../../../../../domain/accounts/subscription.ts'
import { formatAmount, sumMinor } from '../../../../../domain/money/money.ts'
import { dayOff } from '../../../../../domain/reminders/working-day.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { isOutboundPaused } from '../../../../platform/outbound.ts'
import { letterheadOf, readAccountRow } from '../../../accounts/index.ts'
import type { DueRow } from '../../store/find-due.ts'
import { selectFlows } from '../../store/flows.ts'
import { countUndelivered } from '../../store/undelivered.ts'
import { planTomorrow } from './plan-tomorrow.ts'
import { showInvoices } from './show-names.ts'

const SHOWN = 5

type CheckList = HandlerReplyOf<typeof contract.reminderCheckList.read>

/** Returns what is sent tomorrow when the account is on, what is not and why, and the settings that decide it. */
export async function readCheckList(ctx: Ctx): Promise<CheckList> {
  const account = await readAccountRow(ctx)
  const { day, messages, others, daysOff, more } = await planTomorrow(ctx)
  const off = dayOff(day, daysOff)
  return {
    system_enabled: account.systemEnabled,
    use_legacy_reminders: account.usesLegacyReminders,
    subscription_is_active: account.isActive && countsAsActive(account.subscription, ctx.now),
    flows: (await selectFlows(ctx))
      .filter((flow) => flow.on_since !== null)
      .map(({ id, name }) => ({ pk: id, name })),
    tomorrow: {
      day,
      messages: messages.length,
      customers: new Set(messages.map(([first]) => first!.customerId)).size,
      // A thank-you is about money that came in.
      totals: totalsOf(messages.flat().filter(({ paidOn }) => paidOn === null)),
      first: messages.slice(0, SHOWN).map(showMessage),
      more,
    },
    not_sent: [...Map.groupBy(others, ({ reason }) => reason)]
      .map(([reason, steps]) => ({ reason, invoices: new Set(steps.map(({ step }) => step.invoiceId)).size }))
      .sort((a, b) => b.invoices - a.invoices),
    days_off: {
      weekends: account.holdingOnWeekend,
      holiday_country: account.holidayCountry,
      tomorrow: off === null ? null : off.kind === 'weekend' ? 'weekend' : off.name,
    },
    sender: await describeSender(ctx),
  }
}

const totalsOf = (steps: readonly DueRow[]) =>
  [...Map.groupBy(steps, (step) => step.currency)].map(([currency, own]) => ({
    currency,
    remaining: formatAmount(sumMinor(own.map((step) => step.remainingMinor)), currency),
  }))

const showMessage = (steps: readonly DueRow[]) => {
  const first = steps[0]!
  return {
    hour: first.hour,
    customer: { pk: first.customerId, short_name: first.customerName },
    step: first.stepName,
    invoices: showInvoices(steps.map(({ invoiceId, number }) => ({ id: invoiceId, name: number }))),
    currency: first.currency,
    remaining: formatAmount(sumMinor(steps.map((step) => step.remainingMinor)), first.currency),
  }
}

async function describeSender(ctx: Ctx): Promise<CheckList['sender']> {
  const { fromName, replyTo } = await letterheadOf(ctx)
  const { mailFrom, smtpUrl, demo } = ctx.app.config
  const leaves = smtpUrl !== undefined ? 'mail_server' : demo ? 'demo_mailbox' : 'none'
  return {
    name: fromName,
    address: mailFrom,
    reply_to: replyTo ?? '',
    delivery: (await isOutboundPaused(ctx.db)) ? 'paused' : leaves,
    undelivered: await countUndelivered(ctx),
  }
}
