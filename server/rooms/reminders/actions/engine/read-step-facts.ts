import type { Ctx } from '../../../../platform/context.ts'
import type { ReminderCustomer } from '../../store/customers.ts'
import type { DueRow } from '../../store/find-due.ts'
import type { FactsParts } from './compose-reminder.ts'
import { readLetter } from './read-letter.ts'

/** Returns the invoices of a step with the longest due first, and what its text sees. */
export async function readStepFacts(
  ctx: Ctx,
  customer: ReminderCustomer,
  steps: readonly DueRow[],
): Promise<{ readonly invoices: readonly DueRow[]; readonly parts: FactsParts }> {
  const invoices = steps.toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : 1))
  return {
    invoices,
    parts: {
      ...(await readLetter(ctx)),
      customerName: customer.name,
      currency: invoices[0]!.currency,
      // The language of the people who work in the account, as the screens are.
      language: 'en',
      invoices,
    },
  }
}
