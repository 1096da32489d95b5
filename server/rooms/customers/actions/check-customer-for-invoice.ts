import type { Ctx } from '../../../platform/context.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import type { Customer } from '../rules.ts'
import { lockCustomer } from '../store/customers.ts'

/**
 * Returns the customer of a new invoice, locked so that currency and state stay until the transaction ends.
 * Refuses beside `customer` when there is none or they are inactive.
 */
export async function customerForNewInvoice(ctx: Ctx, id: string): Promise<Customer> {
  const customer = await lockCustomer(ctx, id, 'share')
  if (!customer) throw refuseFields({ customer: ['This customer does not exist.'] })
  if (customer.mergedInto !== null)
    throw refuseFields({ customer: ['This customer was merged into another one. Choose that one.'] })
  if (!customer.isActive)
    throw refuseFields({ customer: ['This customer is inactive. Activate them to invoice them.'] })
  return customer
}
