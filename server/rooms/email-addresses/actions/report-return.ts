import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { selectCustomersWith } from '../store/marks.ts'

/** Tells the company that an address takes reminders again, once for each customer who has it. */
export async function reportReturn(ctx: Ctx, action: 'mail.resubscribe', address: string): Promise<void> {
  const customers = await selectCustomersWith(ctx, address)
  for (const id of customers)
    await audit(ctx, action, { type: 'customer', id }, { to: address, customer: id })
  if (customers.length === 0)
    await audit(ctx, action, { type: 'email_address', id: null }, { to: address, email: address })
}
