import { groupOf, type PlanGroup } from '../../../../../domain/accounts/plans.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { countClientCompanies, readAccountRow, selectMembers } from '../../../accounts/index.ts'

/** Returns the group that decides which plans the account may choose. */
export async function readGroup(ctx: Ctx): Promise<PlanGroup> {
  const { planGroup: chosen } = await readAccountRow(ctx)
  const clientCompanies = await countClientCompanies(ctx)
  const members = await selectMembers(ctx)
  return groupOf({ chosen, clientCompanies, hasAdvisor: members.some(({ role }) => role === 'advisor') })
}
