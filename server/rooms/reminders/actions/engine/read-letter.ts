import { dateInZone } from '../../../../../domain/dates/calendar.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { letterheadOf, readAccountRow } from '../../../accounts/index.ts'
import type { ReminderCustomer } from '../../store/customers.ts'

/** Reads what every text about a customer's invoices in one currency starts from, as of today. */
export async function readLetter(ctx: Ctx, customer: ReminderCustomer, currency: string) {
  const { dateFormat, timezone } = await readAccountRow(ctx)
  return {
    letterhead: await letterheadOf(ctx),
    customerName: customer.name,
    currency,
    today: dateInZone(ctx.now, timezone),
    dateFormat,
  }
}
