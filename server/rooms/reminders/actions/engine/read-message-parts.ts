import type { Ctx } from '../../../../platform/context.ts'
import { chooseReminderTexts } from '../../../mail-templates/index.ts'
import type { ChangedText } from '../../store/changed-texts.ts'
import type { ReminderCustomer } from '../../store/customers.ts'
import type { DueRow } from '../../store/find-due.ts'
import type { ReminderParts } from './compose-reminder.ts'
import { readLetter } from './read-letter.ts'

/** Reads what an email about these steps says, besides its invoices. */
export async function readMessageParts(
  ctx: Ctx,
  customer: ReminderCustomer,
  steps: readonly DueRow[],
  ownText: ChangedText | null,
): Promise<Omit<ReminderParts, 'invoices'>> {
  return {
    ...(await readLetter(ctx, customer, steps[0]!.currency)),
    ...(await chooseReminderTexts(ctx, steps[0]!.templateId!, customer.id)),
    ownText,
  }
}
