import type { Ctx } from '../../../../platform/context.ts'
import { selectMembers } from '../../store/members.ts'

/** The addresses of the account's owners, for what only they can see to. */
export const ownersOf = async (ctx: Ctx): Promise<string[]> =>
  (await selectMembers(ctx)).filter(({ role }) => role === 'owner').map(({ email }) => email)
