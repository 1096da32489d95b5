import type { Ctx } from '../../../platform/context.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { ancestorsOf, lockParents } from '../store/customers.ts'

/**
 * Refuses, beside `parent`, a parent that is not a customer of this account, or that equals the customer or
 * one of their descendants. `customerId` is null for a new customer, who has no descendants.
 */
export async function checkParent(ctx: Ctx, customerId: string | null, parentId: string): Promise<void> {
  if (parentId === customerId) throw refuseFields({ parent: ['A customer can’t be their own parent.'] })
  await lockParents(ctx)
  const above = await ancestorsOf(ctx, parentId)
  if (above.length === 0) throw refuseFields({ parent: ['This customer does not exist.'] })
  if (customerId !== null && above.includes(customerId))
    throw refuseFields({ parent: ['This customer is already below this one. Choose another parent.'] })
}
