import { roleCan } from '../../../../domain/people/roles.ts'
import type { Ctx } from '../../../platform/context.ts'
import { countClientCompanies, selectMembers } from '../../accounts/index.ts'
import { countInvited } from '../store/invitations.ts'

/** Counts owners and admins. */
export const countManagers = async (ctx: Ctx): Promise<number> =>
  (await selectMembers(ctx)).filter(({ role }) => roleCan(role, 'users.manage')).length

/** Counts owners, admins and invited admins. */
export const countManagersToBe = async (ctx: Ctx): Promise<number> =>
  (await countManagers(ctx)) + (await countInvited(ctx, 'admins'))

/** Counts the companies that the account's members advise, and pending client invitations. */
export const countClientsToBe = async (ctx: Ctx): Promise<number> =>
  (await countClientCompanies(ctx)) + (await countInvited(ctx, 'clients'))
