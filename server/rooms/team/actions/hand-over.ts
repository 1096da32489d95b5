import { normalizeEmail } from '../../../../domain/people/person-text.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx, UnitOfWork } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { insertMember, lockMembers, selectMembers, updateRole } from '../../accounts/index.ts'
import {
  INVITATION_LIFE_MS,
  setHome,
  type TypedFactors,
  type User,
  withOwnFactors,
} from '../../identity/index.ts'
import { keepQuota } from '../../plans/index.ts'
import { MAX_IN_TEAM } from '../rules.ts'
import {
  type Invitation,
  insertInvitation,
  openInvitations,
  withdrawInvitation,
} from '../store/invitations.ts'
import { countManagersToBe } from './count-for-plan.ts'
import { mailInvitation } from './mail-invitation.ts'
import { showTeam, type Team } from './show-team.ts'

/**
 * Invites the future owner of a company that was set up for them. Throws invalid_input beside the wrong field, not_allowed when the
 * caller is no longer the owner, wrong_state when the team is full, or too_many_requests.
 */
export const handOver = (uow: UnitOfWork, given: TypedFactors & { readonly email: string }): Promise<Team> =>
  withOwnFactors(uow, given, async (ctx: Ctx, owner) => {
    const email = normalizeEmail(given.email)
    await lockMembers(ctx)
    const members = await selectMembers(ctx)
    if (members.find((one) => one.userId === owner.id)?.role !== 'owner') throw refuse('not_allowed')
    if (owner.email.toLowerCase() === email) throw refuseFields({ email: ['You already own this company.'] })
    const open = await openInvitations(ctx)
    // A company is handed over to one person: the newest invitation replaces the former.
    for (const former of open) if (former.kind === 'owner') await withdrawInvitation(ctx, former.id)
    if (members.length + open.length >= MAX_IN_TEAM)
      throw refuse('wrong_state', `A team has at most ${MAX_IN_TEAM} people, invitations included.`)
    const facts = { kind: 'owner', email, role: null, invited_by: owner.id } as const
    const invitation = await insertInvitation(ctx, facts, INVITATION_LIFE_MS)
    if (invitation === null) throw refuse('conflict')
    await mailInvitation(ctx, invitation)
    await audit(ctx, 'team.hand-over', { type: 'invitation', id: invitation.id }, { email })
    return showTeam(ctx)
  })

/**
 * Makes the invited person the owner, and the former owner an advisor where they work for a firm, else an admin. Throws token_expired
 * when who invited no longer owns the company, and quota_reached.
 */
export async function takeOwnership(ctx: Ctx, invitation: Invitation, user: User): Promise<void> {
  await lockMembers(ctx)
  const members = await selectMembers(ctx)
  const giver = members.find((one) => one.userId === invitation.invited_by)
  if (giver?.role !== 'owner') throw refuse('token_expired')
  const known = members.find((one) => one.userId === user.id)
  const next = giver.firm === null ? 'admin' : 'advisor'
  if (next === 'admin' && known?.role !== 'admin')
    await keepQuota(ctx, 'MAX_ADMIN_USERS', () => countManagersToBe(ctx))
  await updateRole(ctx, giver.userId, next)
  if (known === undefined) await insertMember(ctx, user.id, 'owner')
  else await updateRole(ctx, user.id, 'owner')
  if (user.homeAccountId === null) await setHome(ctx, user.id, ctx.accountId)
}
