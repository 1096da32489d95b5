import type { Ctx } from '../../../../platform/context.ts'
import { selectMembers } from '../../store/members.ts'

/** Returns the addresses of the account's owners, for notices that only they can act on. */
export const ownersOf = async (ctx: Ctx): Promise<string[]> =>
  (await selectMembers(ctx)).filter(({ role }) => role === 'owner').map(({ email }) => email)
