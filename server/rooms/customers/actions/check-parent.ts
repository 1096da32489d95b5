import type { Ctx } from '../../../platform/context.ts'
import { refuseFields } from '../../../platform/refusal.ts'
import { ancestorsOf, lockParents } from '../store/customers.ts'

/**
 * Refuses, beside the field `parent`, a parent that isn't a customer of this account or that is the customer
 * themselves or below them. `customerId` is null for a new customer, whom nobody can be below.
 */
export async function checkParent(ctx: Ctx, customerId: string | null, parentId: string): Promise<void> {
  if (parentId === customerId) throw refuseFields({ parent: ['A customer cannot be their own parent.'] })
  await lockParents(ctx)
  const above = await ancestorsOf(ctx, parentId)
  if (above.length === 0) throw refuseFields({ parent: ['This customer does not exist.'] })
  if (customerId !== null && above.includes(customerId))
    throw refuseFields({ parent: ['This customer is below the one that you are changing.'] })
}
