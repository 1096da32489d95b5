import { addDays, type CalendarDate } from '../../../../../domain/dates/calendar.ts'
import { hourInZone } from '../../../../../domain/dates/time-zone.ts'
import { sumMinor } from '../../../../../domain/money/money.ts'
import type { SettledInstallment } from '../../../../../domain/payment-plans/settle-installments.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { readAccountRow, runsByItself } from '../../../accounts/index.ts'
import { addressesOf, readCustomer, readGroupSwitches } from '../../../customers/index.ts'
import { issuePayLink, readIssuer } from '../../../invoices/index.ts'
import { composeMail } from '../../../mail-templates/index.ts'
import type { PlanWhole } from '../../rules/plan-whole.ts'
import { settledOf } from '../../rules/present-plan.ts'
import { REMINDER_HOUR } from '../../rules/reminder-hour.ts'
import { findChargingMethod } from '../../store/charging-method.ts'
import { claimReminder, selectHeld } from '../../store/live-plans.ts'
import type { PlanReminderKind } from '../../tables.ts'

const NOTICE_DAYS = 3
/** Emails that an outage kept from their day are sent for so many days. */
const CATCH_UP_DAYS = 3

/**
 * Emails about a confirmed plan's installments: three days before one is due, and when it was missed. Each once, from the
 * morning on, to customers whose reminders are on. What is charged by itself is announced by the room auto-payments.
 */
export async function remindOfInstallments(ctx: Ctx, plan: PlanWhole, today: CalendarDate): Promise<void> {
  const due = dueOf(plan, today)
  if (due.length === 0 || !(await mayRemind(ctx, plan, today))) return
  for (const { installment, kind } of due)
    if (await claimReminder(ctx, { planId: plan.row.id, installmentId: installment.id, kind }, today))
      await mailInstallment(ctx, plan, installment, kind === 'missed')
}

interface DueInstallment {
  readonly installment: SettledInstallment
  readonly kind: PlanReminderKind
}

function dueOf(plan: PlanWhole, today: CalendarDate): DueInstallment[] {
  const underWay = sumMinor(plan.invoices.map(({ reservedMinor }) => reservedMinor))
  const open = settledOf(plan).filter(({ openMinor }) => openMinor > 0n)
  return open.flatMap((installment, index): DueInstallment[] => {
    // Payments under way settle the earliest ones.
    const before = sumMinor(open.slice(0, index + 1).map(({ openMinor }) => openMinor))
    if (before <= underWay) return []
    const { dueOn } = installment
    if (dueOn >= today && dueOn <= addDays(today, NOTICE_DAYS)) return [{ installment, kind: 'coming' }]
    return dueOn < today && dueOn >= addDays(today, -CATCH_UP_DAYS) ? [{ installment, kind: 'missed' }] : []
  })
}

async function mayRemind(ctx: Ctx, { row, invoices }: PlanWhole, today: CalendarDate): Promise<boolean> {
  const account = await readAccountRow(ctx)
  if (!runsByItself(account, ctx.now) || hourInZone(ctx.now, account.timezone) < REMINDER_HOUR) return false
  const customer = await readCustomer(ctx, row.customer_id)
  const group = customer.groupId === null ? null : await readGroupSwitches(ctx, customer.groupId)
  if (!customer.isActive || !customer.remindersOn || group?.remindersOn === false) return false
  if (addressesOf(customer).length === 0) return false
  if (row.charges_itself && (await findChargingMethod(ctx, row.customer_id)) !== null) return false
  const subjects = [row.customer_id, ...invoices.map(({ invoiceId }) => invoiceId)]
  return (await selectHeld(ctx, subjects, today)).size === 0
}

async function mailInstallment(
  ctx: Ctx,
  plan: PlanWhole,
  installment: SettledInstallment,
  isMissed: boolean,
): Promise<void> {
  const { row, invoices } = plan
  const [to] = addressesOf(await readCustomer(ctx, row.customer_id))
  // An accounting platform may have given an invoice to another customer since.
  const own = new Set(invoices.flatMap((one) => (one.customerId === row.customer_id ? [one.invoiceId] : [])))
  const open = installment.parts.filter(({ openMinor, invoiceId }) => openMinor > 0n && own.has(invoiceId))
  if (open.length === 0) return
  const { url } = await issuePayLink(ctx, await readIssuer(ctx), open[0]!.invoiceId)
  const mail = await composeMail(ctx, 'installment', row.customer_id, {
    invoiceNumbers: open
      .map(({ invoiceId }) => invoices.find((one) => one.invoiceId === invoiceId)!.number)
      .join(', '),
    currency: row.currency,
    amountMinor: installment.openMinor,
    dueOn: installment.dueOn,
    isMissed,
    payUrl: url,
  })
  await queueMail(ctx, {
    kind: 'payment-plans.installment',
    to: to!,
    ...mail,
    related: { type: 'invoice', id: open[0]!.invoiceId },
  })
}
