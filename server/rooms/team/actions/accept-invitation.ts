import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import type { StaffRole } from '../../../../domain/people/roles.ts'
import { audit } from '../../../platform/audit.ts'
import { actingAs, type BaseCtx, type Ctx } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import {
  countClientCompanies,
  enterAsMember,
  insertMember,
  lockMembers,
  readAccountRow,
  selectMembers,
  summarizeAccount,
} from '../../accounts/index.ts'
import { findUser, identifyByLink, markEmailVerified, setHome, type User } from '../../identity/index.ts'
import { keepQuota } from '../../plans/index.ts'
import { acceptedBy, type Invitation } from '../store/invitations.ts'
import { countManagers } from './count-for-plan.ts'
import { notifyInviter } from './notify-inviter.ts'
import { redeemInvitation } from './open-invitation.ts'

type Reply = HandlerReplyOf<typeof contract.team.acceptInvite>

/**
 * Accepts an invitation as the logged-in person, whose address must match. A client names one of their own
 * companies. Throws token_expired, quota_reached, wrong_state for another address, invalid_input or
 * not_found for the company.
 */
export async function acceptInvitation(
  ctx: BaseCtx,
  { params, body }: Pick<InputOf<typeof contract.team.acceptInvite>, 'params' | 'body'>,
): Promise<Reply> {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const { userId } = ctx.actor
  const { ctx: inside, invitation } = await redeemInvitation(ctx, params.code)
  const user = await findUser(inside, userId)
  if (user === null) throw refuse('session_ended')
  if (user.email.toLowerCase() !== invitation.email)
    throw refuse(
      'wrong_state',
      `This invitation is for ${invitation.email}, but you’re logged in as ${user.email}.`,
    )
  // The link was mailed to their address.
  if (!user.emailVerified) await markEmailVerified(inside, user.id, invitation.email)
  if (invitation.kind === 'client') return asClient(inside, invitation, user, body.account)
  if (body.account !== undefined)
    throw refuseFields({ account: ['This invitation is for one company only.'] })
  const role = await joinAsMember(inside, invitation, user)
  const summary = summarizeAccount(await readAccountRow(inside), role)
  await notifyInviter(inside, invitation, user)
  return { account: summary, detail: 'You joined the company.' }
}

/** Adds a person as a member and returns their role. An existing member keeps their role. */
export async function joinAsMember(ctx: Ctx, invitation: Invitation, user: User): Promise<StaffRole> {
  await lockMembers(ctx)
  const known = (await selectMembers(ctx)).find((one) => one.userId === user.id)
  if (!known && invitation.role === 'admin') await keepQuota(ctx, 'MAX_ADMIN_USERS', () => countManagers(ctx))
  await insertMember(ctx, user.id, invitation.role!)
  if (user.homeAccountId === null) await setHome(ctx, user.id, ctx.accountId)
  const role = known?.role ?? invitation.role!
  await writeAcceptance(ctx, invitation, user, role)
  return role
}

/** Ends an invitation and audits it in the inviting account. */
export async function writeAcceptance(
  ctx: Ctx,
  invitation: Invitation,
  user: User,
  role: StaffRole | null,
): Promise<void> {
  await acceptedBy(ctx, invitation.id, user.id)
  const acting = ctx.actor.kind === 'staff' ? ctx : actingAs(ctx, identifyByLink(user, role))
  const detail = { email: user.email, kind: invitation.kind, ...(role && { role }) }
  await audit(acting, 'team.accept-invitation', { type: 'invitation', id: invitation.id }, detail)
}

async function asClient(
  ctx: Ctx,
  invitation: Invitation,
  user: User,
  accountId: string | undefined,
): Promise<Reply> {
  if (accountId === undefined) throw refuseFields({ account: ['Choose the company to be advised.'] })
  await takeClient(ctx, invitation, user)
  const own = await enterAsMember(ctx, user.id, accountId)
  if (own === null) throw refuse('not_found')
  if (accountId === ctx.accountId)
    throw refuseFields({ account: ['This company invited you. Choose another one.'] })
  if (own.needsSecondFactor && !user.secondFactor) throw refuse('second_factor_required')
  if (own.role !== 'owner') throw refuseFields({ account: ['Only a company’s owner can accept an advisor.'] })
  await takeAdvisor(own.ctx, invitation, user)
  const summary = summarizeAccount(await readAccountRow(own.ctx), own.role)
  await notifyInviter(own.ctx, invitation, user)
  return { account: summary, detail: 'They’re now your advisor.' }
}

/** Adds a client company to the inviting account. Throws quota_reached. */
export async function takeClient(ctx: Ctx, invitation: Invitation, user: User): Promise<void> {
  await lockMembers(ctx)
  await keepQuota(ctx, 'MAX_SUB_ACCOUNTS', () => countClientCompanies(ctx))
  await writeAcceptance(ctx, invitation, user, null)
}

/** Makes the inviter an advisor of the client's company, and audits in that company who let them in. */
export async function takeAdvisor(ctx: Ctx, invitation: Invitation, owner: User): Promise<void> {
  await lockMembers(ctx)
  if (!(await insertMember(ctx, invitation.invited_by, 'advisor'))) return
  const acting = actingAs(ctx, identifyByLink(owner, 'owner'))
  const detail = { email: invitation.email, role: 'advisor' }
  await audit(acting, 'team.take-advisor', { type: 'user', id: invitation.invited_by }, detail)
}
