import type { contract } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { normalizeEmail } from '../../../../domain/people/person-text.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import { lockMembers, selectMembers } from '../../accounts/index.ts'
import { INVITATION_LIFE_MS } from '../../identity/index.ts'
import { keepQuota, requireFeature } from '../../plans/index.ts'
import { MAX_IN_TEAM } from '../rules.ts'
import { insertInvitation, openInvitations } from '../store/invitations.ts'
import { countClientsToBe, countManagersToBe } from './count-for-plan.ts'
import { mailInvitation } from './mail-invitation.ts'
import { showTeam, type Team } from './show-team.ts'

/**
 * Invites a person to the company, or a client company to take the inviter as its advisor. Throws
 * invalid_input beside the field, wrong_state when the team is full, quota_reached, or too_many_requests.
 */
export async function invitePerson(
  ctx: Ctx,
  { body }: Pick<InputOf<typeof contract.team.invite>, 'body'>,
): Promise<Team> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const email = normalizeEmail(body.email)
  const role = roleGiven(body)
  if (body.kind === 'client') await requireFeature(ctx, 'SUB_ACCOUNT_MANAGEMENT')
  else if (role !== 'advisor') await requireFeature(ctx, 'USER_MANAGEMENT')
  await lockMembers(ctx)
  const members = await selectMembers(ctx)
  if (body.kind === 'member' && members.some((one) => one.email.toLowerCase() === email))
    throw refuseFields({ email: ['They already work in this company.'] })
  if (body.kind === 'client' && ctx.actor.email.toLowerCase() === email)
    throw refuseFields({ email: ['This is your own address. Enter another one.'] })
  if (members.length + (await openInvitations(ctx)).length >= MAX_IN_TEAM)
    throw refuse('wrong_state', `A team has at most ${MAX_IN_TEAM} people, invitations included.`)
  if (role === 'admin') await keepQuota(ctx, 'MAX_ADMIN_USERS', () => countManagersToBe(ctx))
  if (body.kind === 'client') await keepQuota(ctx, 'MAX_SUB_ACCOUNTS', () => countClientsToBe(ctx))
  const given = { kind: body.kind, email, role, invited_by: ctx.actor.userId }
  const invitation = await insertInvitation(ctx, given, INVITATION_LIFE_MS)
  if (invitation === null)
    throw refuseFields({ email: ['They’re already invited. You can send that invitation again.'] })
  await mailInvitation(ctx, invitation)
  const object = { type: 'invitation', id: invitation.id }
  await audit(ctx, 'team.invite', object, { email, kind: body.kind, ...(role && { role }) })
  return showTeam(ctx)
}

function roleGiven({ kind, role }: InputOf<typeof contract.team.invite>['body']) {
  if (kind === 'client') {
    if (role !== undefined) throw refuseFields({ role: ['A client company has no role.'] })
    return null
  }
  if (role === undefined) throw refuseFields({ role: ['Choose a role.'] })
  return role
}
