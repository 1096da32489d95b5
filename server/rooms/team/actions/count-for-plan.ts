import { roleCan } from '../../../../domain/people/roles.ts'
import type { Ctx } from '../../../platform/context.ts'
import { countClientCompanies, selectMembers } from '../../accounts/index.ts'
import { countInvited } from '../store/invitations.ts'

/** Owners and admins. */
export const countManagers = async (ctx: Ctx): Promise<number> =>
  (await selectMembers(ctx)).filter(({ role }) => roleCan(role, 'users.manage')).length

/** Owners, admins, and who was invited to become one. */
export const countManagersToBe = async (ctx: Ctx): Promise<number> =>
  (await countManagers(ctx)) + (await countInvited(ctx, 'admins'))

/** Companies that the account's people advise, and those that were invited to let them. */
export const countClientsToBe = async (ctx: Ctx): Promise<number> =>
  (await countClientCompanies(ctx)) + (await countInvited(ctx, 'clients'))
