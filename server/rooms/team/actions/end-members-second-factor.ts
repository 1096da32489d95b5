import { audit } from '../../../platform/audit.ts'
import { type Ctx, enterAccount, type UnitOfWork } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { companyOf, selectMembers } from '../../accounts/index.ts'
import { findUser, revokeSecondFactor, type TypedFactors, withOwnFactors } from '../../identity/index.ts'
import { nameOf } from '../rules.ts'
import { worksElsewhere } from '../store/invitations.ts'
import { showTeam, type Team } from './show-team.ts'

/**
 * Removes a member's second factor. Refused when the member works for other companies too, which it also
 * protects. Throws not_found, wrong_state, invalid_input beside the wrong field, or too_many_requests.
 */
export const endMembersSecondFactor = (
  uow: UnitOfWork,
  given: TypedFactors & { readonly user: string },
): Promise<Team> =>
  withOwnFactors(uow, given, async (ctx: Ctx, owner) => {
    const member = (await selectMembers(ctx)).find((one) => one.userId === given.user)
    const user = member && (await findUser(ctx, member.userId))
    if (!user) throw refuse('not_found')
    if (user.id === owner.id) throw refuse('wrong_state', 'Change your own two-step login in your profile.')
    if (!user.secondFactor) throw refuse('wrong_state', 'They haven’t set up two-step login.')
    if ((await worksElsewhere(ctx, user.id)) !== null)
      throw refuse(
        'wrong_state',
        'They also work for other companies. Only the operator of this site can turn it off.',
      )
    const { name } = await companyOf(ctx)
    await revokeSecondFactor(ctx, user, name === '' ? nameOf(owner) : `${nameOf(owner)} of ${name}`)
    const inside = await enterAccount(ctx, uow.accountId)
    await audit(inside, 'team.end-second-factor', { type: 'user', id: user.id }, { email: user.email })
    return showTeam(inside)
  })
