import type { AutoPaymentsStop } from '../../../../contract/payments/auto-payments.ts'
import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow, runsByItself } from '../../accounts/index.ts'
import { readCustomer, readGroupSwitches } from '../../customers/index.ts'

/**
 * Returns what keeps a customer from being charged automatically, whatever they agreed to; null when nothing does. Refuses
 * not_found.
 */
export async function findStop(ctx: Ctx, customerId: string): Promise<AutoPaymentsStop | null> {
  if (!runsByItself(await readAccountRow(ctx), ctx.now)) return 'account'
  const customer = await readCustomer(ctx, customerId)
  if (!customer.isActive) return 'inactive'
  if (customer.groupId === null) return null
  const group = await readGroupSwitches(ctx, customer.groupId)
  return group?.autoPayOn === false ? 'group' : null
}
