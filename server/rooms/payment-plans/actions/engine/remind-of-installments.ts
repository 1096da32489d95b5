import { addDays, type CalendarDate } from '../../../../../domain/dates/calendar.ts'
import { hourInZone } from '../../../../../domain/dates/time-zone.ts'
import { sumMinor } from '../../../../../domain/money/money.ts'
import type { SettledInstallment } from '../../../../../domain/payment-plans/settle-installments.ts'
import { reminderAddressesOf } from '../../../../../domain/people/email-roles.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { queueMail } from '../../../../platform/mail/outbox.ts'
import { readAccountRow, runsByItself } from '../../../accounts/index.ts'
import { readCustomer, readGroupSwitches } from '../../../customers/index.ts'
import { readMarks } from '../../../email-addresses/index.ts'
import { issuePayLink, readIssuer } from '../../../invoices/index.ts'
import { composeMail } from '../../../mail-templates/index.ts'
import type { PlanWhole } from '../../rules/plan-whole.ts'
import { settledOf } from '../../rules/present-plan.ts'
import { REMINDER_HOUR } from '../../rules/reminder-hour.ts'
import { findChargingMethod } from '../../store/charging-method.ts'
import { claimReminder, selectHeld, setReminderMail } from '../../store/live-plans.ts'
import type { PlanReminderKind } from '../../tables.ts'

const NOTICE_DAYS = 3
/** Emails that an outage kept from their day are sent for so many days. */
const CATCH_UP_DAYS = 3

/**
 * Emails about a confirmed plan's installments: three days before one is due, and when it was missed. Each once, from the
 * morning on, to customers whose reminders are on, at their first address without a mark. What is charged by itself is announced by
 * the room auto-payments.
 */
export async function remindOfInstallments(ctx: Ctx, plan: PlanWhole, today: CalendarDate): Promise<void> {
  const due = dueInstallments(plan, today)
  if (due.length === 0 || hourInZone(ctx.now, (await readAccountRow(ctx)).timezone) < REMINDER_HOUR) return
  const to = await findReminderAddress(ctx, plan, today)
  if (to === null) return
  for (const { installment, kind } of due) {
    const claimed = { planId: plan.row.id, installmentId: installment.id, kind }
    if (!(await claimReminder(ctx, claimed, today))) continue
    const id = await mailInstallment(ctx, plan, installment, { to, isMissed: kind === 'missed' })
    if (id !== null) await setReminderMail(ctx, claimed, { id, openMinor: installment.openMinor })
  }
}

export interface DueInstallment {
  readonly installment: SettledInstallment
  readonly kind: PlanReminderKind
}

/** Returns the installments that an email of today would be about. */
export function dueInstallments(plan: PlanWhole, today: CalendarDate): DueInstallment[] {
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

/** Returns where reminders of a plan go today; null while none do. */
export async function findReminderAddress(
  ctx: Ctx,
  { row, invoices }: PlanWhole,
  today: CalendarDate,
): Promise<string | null> {
  if (!runsByItself(await readAccountRow(ctx), ctx.now)) return null
  const customer = await readCustomer(ctx, row.customer_id)
  const group = customer.groupId === null ? null : await readGroupSwitches(ctx, customer.groupId)
  if (!customer.isActive || !customer.remindersOn || group?.remindersOn === false) return null
  if (row.charges_itself && (await findChargingMethod(ctx, row.customer_id)) !== null) return null
  const subjects = [row.customer_id, ...invoices.map(({ invoiceId }) => invoiceId)]
  if ((await selectHeld(ctx, subjects, today)).size > 0) return null
  const addresses = reminderAddressesOf(customer)
  const markOf = await readMarks(ctx, addresses)
  return addresses.find((address) => markOf(address) === null) ?? null
}

/** Returns the id of the email; null when none of the installment is the customer's any more. */
async function mailInstallment(
  ctx: Ctx,
  plan: PlanWhole,
  installment: SettledInstallment,
  { to, isMissed }: { readonly to: string; readonly isMissed: boolean },
): Promise<string | null> {
  const { row, invoices } = plan
  // An accounting platform may have given an invoice to another customer since.
  const own = new Set(invoices.flatMap((one) => (one.customerId === row.customer_id ? [one.invoiceId] : [])))
  const open = installment.parts.filter(({ openMinor, invoiceId }) => openMinor > 0n && own.has(invoiceId))
  if (open.length === 0) return null
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
  return queueMail(ctx, {
    kind: 'payment-plans.installment',
    to,
    ...mail,
    related: { type: 'invoice', id: open[0]!.invoiceId },
    atMostOnce: true,
  })
}
