import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { todayOf } from '../../../accounts/index.ts'
import { lockReminderCustomers } from '../../store/customers.ts'
import { putBackSkipped } from '../../store/outcomes.ts'
import { checkInvoices, type PlannedMessage } from './find-planned.ts'

/** Takes back that a person skipped a reminder. Refuses not_found, and wrong_state when nobody skipped it. */
export async function putBack(ctx: Ctx, message: PlannedMessage): Promise<void> {
  const { customer, step, invoices } = message
  if (!(await lockReminderCustomers(ctx, [customer])).has(customer)) throw refuse('not_found')
  await checkInvoices(ctx, message)
  const count = await putBackSkipped(ctx, step, invoices, await todayOf(ctx))
  if (count === 0) throw refuse('wrong_state', 'This reminder is no longer skipped. Reload the list.')
  for (const { invoice } of invoices) await audit(ctx, 'reminders.put-back', { type: 'invoice', id: invoice })
}
