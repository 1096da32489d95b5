import type { CustomerSelection } from '../../../../../contract/customer-groups.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { findSelectedCustomers } from '../../../customers/index.ts'
import { countInviteCandidates } from '../../store/invite-candidates.ts'

/** Returns the customers to invite with their number; null for all. Refuses unknown ids beside `customers`. */
export async function readSelection(
  ctx: Ctx,
  selection: CustomerSelection,
): Promise<{ only: readonly string[] | null; customers: number }> {
  const isAll = selection.customers === undefined && selection.matching === undefined
  const only = isAll ? null : await findSelectedCustomers(ctx, selection)
  const customers = await countInviteCandidates(ctx, only)
  if (selection.customers && only && customers < only.length)
    throw refuseFields({ customers: ['One of these customers does not exist. Reload the list.'] })
  return { only, customers }
}
