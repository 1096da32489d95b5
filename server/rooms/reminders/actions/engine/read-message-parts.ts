import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { letterheadOf, readAccountRow } from '../../../accounts/index.ts'
import { chooseReminderTexts } from '../../../mail-templates/index.ts'
import type { ChangedText } from '../../store/changed-texts.ts'
import type { ReminderCustomer } from '../../store/customers.ts'
import type { DueRow } from '../../store/find-due.ts'
import type { ReminderParts } from './compose-reminder.ts'

/** Reads what an email about these steps says, besides its invoices. */
export async function readMessageParts(
  ctx: Ctx,
  customer: ReminderCustomer,
  steps: readonly DueRow[],
  ownText: ChangedText | null,
): Promise<Omit<ReminderParts, 'invoices'>> {
  const { dateFormat, timezone } = await readAccountRow(ctx)
  return {
    letterhead: await letterheadOf(ctx),
    ...(await chooseReminderTexts(ctx, steps[0]!.templateId!, customer.id)),
    ownText,
    customerName: customer.name,
    currency: steps[0]!.currency,
    today: dateInZone(ctx.now, timezone),
    dateFormat,
  }
}
