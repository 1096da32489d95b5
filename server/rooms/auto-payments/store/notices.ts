import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { asDate } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/context.ts'
import { markDue } from '../../../platform/due-work/mark-due.ts'
import { NOTICE_HOLDS_MS, NOTICE_LEAD_MS } from '../rules/plan.ts'

/** Forgets the notices of an invoice that was closed and is owed again, so that its charge is announced anew. */
export async function forgetNotices(ctx: Ctx, invoiceId: string): Promise<void> {
  await ctx.db
    .deleteFrom('auto_payment_notices')
    .where('account_id', '=', ctx.accountId)
    .where('invoice_id', '=', invoiceId)
    .execute()
}

/** Records a notice; returns false when the same notice exists and holds. */
export async function insertNotice(
  ctx: Ctx,
  notice: {
    invoiceId: string
    dueDate: CalendarDate
    consentId: string
    totalMinor: bigint
    currency: string
    chargeOn: CalendarDate
  },
): Promise<boolean> {
  const row = await ctx.db
    .insertInto('auto_payment_notices')
    .values({
      account_id: ctx.accountId,
      invoice_id: notice.invoiceId,
      due_date: notice.dueDate,
      consent_id: notice.consentId,
      total_minor: notice.totalMinor,
      currency: notice.currency,
      charge_on: notice.chargeOn,
      noticed_at: asDate(ctx.now),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'invoice_id', 'due_date', 'consent_id', 'total_minor'])
        .doUpdateSet({ noticed_at: asDate(ctx.now), charge_on: notice.chargeOn })
        .where('auto_payment_notices.noticed_at', '<=', asDate(ctx.now - NOTICE_HOLDS_MS)),
    )
    .returning('invoice_id')
    .executeTakeFirst()
  if (!row) return false
  await markDue(ctx, 'auto-payments.charge-due', notice.invoiceId, ctx.now + NOTICE_LEAD_MS)
  return true
}
