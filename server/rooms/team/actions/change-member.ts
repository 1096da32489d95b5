import { roleCan } from '../../../../domain/people/roles.ts'
import { audit } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { lockMembers, type Member, selectMembers, updateRole } from '../../accounts/index.ts'
import { keepQuota } from '../../plans/index.ts'
import { type GivenRole, whyNotChange } from '../rules.ts'
import { withdrawInvitationsOf } from '../store/invitations.ts'
import { endAllAccess } from './clients/end-access.ts'
import { noteAtFirm } from './clients/end-firm.ts'
import { countManagersToBe } from './count-for-plan.ts'
import { detachMember } from './detach-member.ts'
import { showTeam, type Team } from './show-team.ts'

/**
 * Changes a member's role from their next request on. Throws not_found, quota_reached, or not_allowed with
 * the reason.
 */
export async function changeRole(ctx: Ctx, userId: string, role: GivenRole): Promise<Team> {
  const member = await memberToChange(ctx, userId, role)
  if (member.role === role) return showTeam(ctx)
  if (role === 'admin') await keepQuota(ctx, 'MAX_ADMIN_USERS', () => countManagersToBe(ctx))
  await updateRole(ctx, userId, role)
  if (!roleCan(role, 'users.manage')) await withdrawInvitationsOf(ctx, userId)
  const detail = { email: member.email, from: member.role, to: role }
  await audit(ctx, 'team.change-role', { type: 'user', id: userId }, detail)
  return showTeam(ctx)
}

/**
 * Removes a member. Their requests to this company are refused from the next one on, because each checks the
 * membership. Their previews end, and their own sessions last for their other companies. What they have in client companies through this
 * one ends too. Throws not_found, not_allowed with the reason, or wrong_state while they own a client company.
 */
export async function removeMember(ctx: Ctx, userId: string): Promise<Team> {
  const member = await memberToChange(ctx, userId, null)
  await endAllAccess(ctx, userId)
  await detachMember(ctx, member)
  await audit(ctx, 'team.remove', { type: 'user', id: userId }, { email: member.email, role: member.role })
  await noteAtFirm(ctx, [member])
  return showTeam(ctx)
}

/** Removes the caller from the company. Throws wrong_state for its owner, and while they own a client company of it. */
export async function leaveCompany(ctx: Ctx): Promise<{ detail: string }> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const { userId } = ctx.actor
  await lockMembers(ctx)
  const member = (await selectMembers(ctx)).find((one) => one.userId === userId)
  if (member === undefined) throw refuse('not_found')
  if (member.role === 'owner') throw refuse('wrong_state', 'Transfer ownership first.')
  await endAllAccess(ctx, userId)
  await detachMember(ctx, member)
  await noteAtFirm(ctx, [member])
  await audit(ctx, 'team.leave', { type: 'user', id: userId }, { email: member.email, role: member.role })
  return { detail: 'You left the company.' }
}

async function memberToChange(ctx: Ctx, userId: string, to: GivenRole | null): Promise<Member> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const acting = ctx.actor.userId
  await lockMembers(ctx)
  const members = await selectMembers(ctx)
  const actor = members.find((one) => one.userId === acting)
  const member = members.find((one) => one.userId === userId)
  if (member === undefined) throw refuse('not_found')
  // Checks the actor's current role, which may have changed since the request was authorized.
  if (actor === undefined || !roleCan(actor.role, 'users.manage')) throw refuse('not_allowed')
  const reason = whyNotChange(actor, member, to)
  if (reason !== null) throw refuse('not_allowed', reason)
  return member
}
