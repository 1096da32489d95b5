import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import type { StaffRole } from '../../../../domain/people/roles.ts'
import { audit } from '../../../platform/audit.ts'
import { actingAs, type BaseCtx, type Ctx, enterAccount } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import {
  companyOf,
  countClientCompanies,
  enterAsMember,
  type Firm,
  insertMember,
  lockMembers,
  readAccountRow,
  selectMembers,
  summarizeAccount,
} from '../../accounts/index.ts'
import { findUser, identifyByLink, markEmailVerified, setHome, type User } from '../../identity/index.ts'
import { keepQuota, requireFeature } from '../../plans/index.ts'
import { acceptedBy, type Invitation } from '../store/invitations.ts'
import { countClientsToBe, countManagers } from './count-for-plan.ts'
import { takeOwnership } from './hand-over.ts'
import { notifyInviter } from './notify-inviter.ts'
import { redeemInvitation } from './open-invitation.ts'

type Reply = HandlerReplyOf<typeof contract.team.acceptInvite>

/**
 * Accepts an invitation as the logged-in person, whose address must match. A client names one of their own
 * companies, an advisor the firm for which they work. Throws token_expired, quota_reached, wrong_state for another address, invalid_input or
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
  const firm = body.firm === undefined ? null : await findFirm(inside, invitation, user, body.firm)
  const role = await joinAsMember(inside, invitation, user, firm)
  const summary = summarizeAccount(await readAccountRow(inside), role)
  await notifyInviter(inside, invitation, user)
  return {
    account: summary,
    detail: invitation.kind === 'owner' ? 'You own the company now.' : 'You joined the company.',
  }
}

/**
 * Returns the firm for which an invited accountant will work in the inviting company, and audits in the firm. Throws invalid_input
 * beside the firm, not_found for one in which they don't work, feature_not_in_plan or quota_reached.
 */
async function findFirm(ctx: Ctx, invitation: Invitation, user: User, firmId: string): Promise<Firm> {
  if (invitation.role !== 'advisor' || firmId === ctx.accountId)
    throw refuseFields({ firm: ['Only an advisor works in a company for a firm.'] })
  const client = (await companyOf(ctx)).name
  const own = await enterAsMember(ctx, user.id, firmId)
  if (own === null || own.role === 'advisor') throw refuse('not_found')
  if (own.needsSecondFactor && !user.secondFactor) throw refuse('second_factor_required')
  await requireFeature(own.ctx, 'SUB_ACCOUNT_MANAGEMENT')
  await lockMembers(own.ctx)
  await keepQuota(own.ctx, 'MAX_SUB_ACCOUNTS', () => countClientsToBe(own.ctx))
  const acting = actingAs(own.ctx, identifyByLink(user, own.role))
  await audit(acting, 'clients.take', { type: 'account', id: ctx.accountId }, { company: client })
  const { name } = await companyOf(own.ctx)
  await enterAccount(ctx, ctx.accountId)
  return { id: firmId, name }
}

/** Adds a person as a member, or as the owner, and returns their role. An existing member keeps their role. */
export async function joinAsMember(
  ctx: Ctx,
  invitation: Invitation,
  user: User,
  firm: Firm | null = null,
): Promise<StaffRole> {
  if (invitation.kind === 'owner') {
    await takeOwnership(ctx, invitation, user)
    await writeAcceptance(ctx, invitation, user, 'owner')
    return 'owner'
  }
  await lockMembers(ctx)
  const known = (await selectMembers(ctx)).find((one) => one.userId === user.id)
  if (!known && invitation.role === 'admin') await keepQuota(ctx, 'MAX_ADMIN_USERS', () => countManagers(ctx))
  await insertMember(ctx, user.id, invitation.role!, firm)
  if (user.homeAccountId === null) await setHome(ctx, user.id, ctx.accountId)
  const role = known?.role ?? invitation.role!
  await writeAcceptance(ctx, invitation, user, role)
  return role
}

/** Ends an invitation and audits it in the inviting account. */
async function writeAcceptance(
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
  const firm = await takeClient(ctx, invitation, user)
  const own = await enterAsMember(ctx, user.id, accountId)
  if (own === null) throw refuse('not_found')
  if (accountId === ctx.accountId)
    throw refuseFields({ account: ['This company invited you. Choose another one.'] })
  if (own.needsSecondFactor && !user.secondFactor) throw refuse('second_factor_required')
  if (own.role !== 'owner') throw refuseFields({ account: ['Only a company’s owner can accept an advisor.'] })
  await takeAdvisor(own.ctx, invitation, { owner: user, firm })
  const summary = summarizeAccount(await readAccountRow(own.ctx), own.role)
  await notifyInviter(own.ctx, invitation, user)
  return { account: summary, detail: 'They’re now your advisor.' }
}

/** Adds a client company to the inviting account, and returns that as the firm. Throws quota_reached. */
export async function takeClient(ctx: Ctx, invitation: Invitation, user: User): Promise<Firm> {
  await lockMembers(ctx)
  await keepQuota(ctx, 'MAX_SUB_ACCOUNTS', () => countClientCompanies(ctx))
  await writeAcceptance(ctx, invitation, user, null)
  return { id: ctx.accountId, name: (await companyOf(ctx)).name }
}

/** Makes the inviter an advisor of the client's company, and audits in that company who let them in. */
export async function takeAdvisor(
  ctx: Ctx,
  invitation: Invitation,
  { owner, firm }: { owner: User; firm: Firm },
): Promise<void> {
  await lockMembers(ctx)
  if (!(await insertMember(ctx, invitation.invited_by, 'advisor', firm))) return
  const acting = actingAs(ctx, identifyByLink(owner, 'owner'))
  const detail = { email: invitation.email, role: 'advisor' }
  await audit(acting, 'team.take-advisor', { type: 'user', id: invitation.invited_by }, detail)
}
