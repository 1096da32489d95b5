import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import { audit } from '../../../../platform/audit.ts'
import { hashPassword } from '../../../../platform/auth/password-hashing.ts'
import { actingAs, nextId, type TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { companyOf, openAccount, readAccountRow, summarizeAccount } from '../../../accounts/index.ts'
import {
  checkNewPassword,
  createUser,
  identifyByLink,
  openSession,
  serializeUser,
  type User,
} from '../../../identity/index.ts'
import {
  joinAsMember,
  notifyInviter,
  type OpenedInvitation,
  peekInvitation,
  redeemInvitation,
  takeAdvisor,
  takeClient,
} from '../../../team/index.ts'

type SignUp = InputOf<typeof contract.identity.signUp>
type LoginReply = HandlerReplyOf<typeof contract.identity.signUp>

/**
 * Creates the invited person and logs them in: a member or new owner in the company that invites, a client in a company of their own.
 * The mailed link proves the address. A person who has a login already is never changed. Throws token_expired,
 * quota_reached, invalid_input beside the fields, or conflict for an address that has a login.
 */
export async function signUpInvited(
  uow: TenantlessUnitOfWork,
  { body, code }: Pick<SignUp, 'body'> & { readonly code: string },
): Promise<LoginReply> {
  const email = normalizeEmail(body.email)
  const companyNames = await uow.transaction(async (ctx) => {
    const { ctx: inside, invitation } = await peekInvitation(ctx, code)
    if (email !== invitation.email)
      throw refuseFields({ email: ['This invitation was sent to another address.'] })
    return invitation.kind === 'client' ? [] : [(await companyOf(inside)).name]
  })
  await checkNewPassword(body, { email, companyNames })
  const passwordHash = await hashPassword(body.password1)
  return uow.transaction(async (ctx) => {
    const opened = await redeemInvitation(ctx, code)
    const ownAccountId = opened.invitation.kind === 'client' ? nextId(ctx) : opened.ctx.accountId
    const user = await createUser(ctx, {
      email,
      firstName: body.first_name,
      lastName: body.last_name,
      emailVerified: true,
      passwordHash,
      homeAccountId: ownAccountId,
    })
    if (user === null) throw refuse('conflict', 'You already have a login. Log in to accept the invitation.')
    const account =
      opened.invitation.kind === 'client'
        ? await openClientCompany(opened, user, { accountId: ownAccountId, campaign: body.marketing_source })
        : await joinCompany(opened, user)
    const { token } = await openSession(ctx, { audience: 'staff', userId: user.id })
    await notifyInviter(ctx, opened.invitation, user)
    return { token, user: serializeUser(user), account }
  })
}

async function joinCompany({ ctx, invitation }: OpenedInvitation, user: User) {
  const role = await joinAsMember(ctx, invitation, user)
  return summarizeAccount(await readAccountRow(ctx), role)
}

async function openClientCompany(
  { ctx, invitation }: OpenedInvitation,
  user: User,
  { accountId, campaign }: { accountId: string; campaign: string },
) {
  const firm = await takeClient(ctx, invitation, user)
  const own = await openAccount(ctx, { id: accountId, ownerId: user.id })
  const acting = actingAs(own, identifyByLink(user, 'owner'))
  await audit(acting, 'accounts.sign-up', { type: 'account', id: accountId }, { campaign })
  await takeAdvisor(own, invitation, { owner: user, firm })
  return summarizeAccount(await readAccountRow(own), 'owner')
}
