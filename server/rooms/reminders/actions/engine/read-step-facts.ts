import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { letterheadOf, readAccountRow } from '../../../accounts/index.ts'
import type { ReminderCustomer } from '../../store/customers.ts'
import type { DueRow } from '../../store/find-due.ts'
import type { FactsParts } from './compose-reminder.ts'

/** Returns the invoices of a step with the longest due first, and what its text sees. */
export async function readStepFacts(
  ctx: Ctx,
  customer: ReminderCustomer,
  steps: readonly DueRow[],
): Promise<{ readonly invoices: readonly DueRow[]; readonly parts: FactsParts }> {
  const invoices = steps.toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1))
  const { dateFormat, timezone } = await readAccountRow(ctx)
  return {
    invoices,
    parts: {
      letterhead: await letterheadOf(ctx),
      customerName: customer.name,
      // Of the people who work in the account, as the screens are.
      language: 'en',
      invoices,
      currency: invoices[0]!.currency,
      today: dateInZone(ctx.now, timezone),
      dateFormat,
    },
  }
}
