import { audit } from '../../../platform/audit.ts'
import { type Ctx, enterAccount, type UnitOfWork } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { companyOf, lockMembers, type Member, selectMembers, updateRole } from '../../accounts/index.ts'
import { findUser, mailUser, type TypedFactors, withOwnFactors } from '../../identity/index.ts'
import { keepQuota } from '../../plans/index.ts'
import { nameOf } from '../rules.ts'
import { countManagersToBe } from './count-for-plan.ts'
import { showTeam, type Team } from './show-team.ts'

/**
 * Makes a member the owner, and the owner an admin. Throws not_found for a person who is no member,
 * invalid_input beside the wrong field, not_allowed when the caller is no longer the owner, quota_reached,
 * or too_many_requests.
 */
export const transferOwnership = (
  uow: UnitOfWork,
  given: TypedFactors & { readonly user: string },
): Promise<Team> =>
  withOwnFactors(uow, given, async (ctx: Ctx, owner) => {
    await lockMembers(ctx)
    const members = await selectMembers(ctx)
    if (members.find((one) => one.userId === owner.id)?.role !== 'owner') throw refuse('not_allowed')
    const heir = members.find((one) => one.userId === given.user)
    if (heir === undefined) throw refuse('not_found')
    if (heir.userId === owner.id) throw refuseFields({ user: ['You already own this company.'] })
    // The former owner becomes an admin, which adds one unless the heir was an admin.
    if (heir.role !== 'admin') await keepQuota(ctx, 'MAX_ADMIN_USERS', () => countManagersToBe(ctx))
    await updateRole(ctx, owner.id, 'admin')
    await updateRole(ctx, heir.userId, 'owner')
    const object = { type: 'user', id: heir.userId }
    await audit(ctx, 'team.transfer', object, { email: heir.email, from: heir.role })
    await notifyHeir(ctx, heir, nameOf(owner))
    // The notification entered the account that stores the heir's mails.
    return showTeam(await enterAccount(ctx, uow.accountId))
  })

async function notifyHeir(ctx: Ctx, heir: Member, giver: string): Promise<void> {
  const user = await findUser(ctx, heir.userId)
  if (user === null) return
  const { name } = await companyOf(ctx)
  const company = name || 'a company'
  await mailUser(ctx, user, 'team.transferred', {
    subject: `You now own ${company} on Quittance`,
    preheader: `${giver} transferred it to you.`,
    heading: `You now own ${company}`,
    paragraphs: [
      `${giver} transferred ${company} to you. You now manage payment processors, billing and roles.`,
    ],
    button: { label: 'View team', url: `${ctx.app.config.appOrigin}/settings/team` },
  })
}
