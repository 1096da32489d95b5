import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import { SIGN_IN_PROVIDERS } from '../../../../../domain/people/sign-in-providers.ts'
import type { BaseCtx, TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { refuse, refuseFields } from '../../../../platform/refusal.ts'
import { openAccount } from '../../../accounts/index.ts'
import {
  createUser,
  equalizeTiming,
  findLinked,
  findUserByEmail,
  insertLink,
  releaseUnproven,
  revokeSessions,
  sendVerification,
  warnOwner,
} from '../../../identity/index.ts'
import { generateSignUpIds, type SignUpIds } from '../staff/generate-sign-up-ids.ts'
import { logInDecoy } from '../staff/log-in-decoy.ts'
import { openStaffSession } from '../staff/open-staff-session.ts'
import { spendAuthorization } from './encrypt-authorization.ts'
import { type ProvenPerson, readProviderToken } from './issue-provider-token.ts'
import { notifyIdentityChanged } from './notify-identity-changed.ts'

type SignUp = typeof contract.socialLogins.signUp
type LoginReply = HandlerReplyOf<SignUp>
interface NewPerson {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly campaign: string
  readonly ids: SignUpIds
}

/** Longer than the slowest outcome takes. */
const REPLY_AFTER_MS = 400

/**
 * Opens an account without a password for the person of a provider's token, with their proven address as the company's. The address counts as verified only if the
 * provider verified this very address; otherwise a verification link is mailed. A known address links nothing: a person
 * who proved it gets an error, and anybody else gets the reply of a new sign-up. Throws authorization_expired,
 * invalid_input beside email, and wrong_state when the login at the provider has an account already.
 */
export async function signUpWithProvider(
  uow: TenantlessUnitOfWork,
  { body }: InputOf<SignUp>,
): Promise<LoginReply> {
  const { proven, expiresAtMs } = readProviderToken(uow.app, body.token)
  const person = {
    email: normalizeEmail(body.email),
    firstName: body.first_name,
    lastName: body.last_name,
    campaign: body.marketing_source,
    ids: generateSignUpIds(uow.app),
  }
  const work = uow.transaction(async (ctx) => {
    await spendAuthorization(ctx, body.token, expiresAtMs)
    if ((await findLinked(ctx, proven)) !== null)
      throw refuse('wrong_state', 'This login already has an account. Log in with it.')
    return createLinked(ctx, proven, person)
  })
  return equalizeTiming(REPLY_AFTER_MS, work)
}

async function createLinked(ctx: BaseCtx, proven: ProvenPerson, newPerson: NewPerson): Promise<LoginReply> {
  const proved =
    proven.emailVerified && proven.email !== null && normalizeEmail(proven.email) === newPerson.email
  if (proved) await releaseAddress(ctx, newPerson.email)
  const { ids, campaign, ...person } = newPerson
  const { accountId, companyId } = ids
  const user = await createUser(ctx, {
    ...person,
    id: ids.userId,
    passwordHash: null,
    emailVerified: proved,
    homeAccountId: accountId,
  })
  if (user === null) return proved ? refuseTaken(proven) : linkDecoy(ctx, proven, newPerson)
  const company = proved ? { email: newPerson.email } : {}
  const inside = await openAccount(ctx, { id: accountId, companyId, ownerId: user.id, company })
  // A concurrent sign-up used the same login at the provider.
  if (!(await insertLink(inside, proven, { userId: user.id }, proven))) throw refuse('conflict')
  if (proved) await notifyIdentityChanged(inside, user, proven.provider, 'opened')
  else await sendVerification(inside, user)
  return openStaffSession(inside, user, 'accounts.sign-up', ids.session, { campaign })
}

/** Takes the address from a person who claimed it and never proved it. */
async function releaseAddress(ctx: BaseCtx, email: string): Promise<void> {
  const squatter = await releaseUnproven(ctx, email)
  if (squatter !== null) await revokeSessions(ctx, { userId: squatter }, 'address proved by somebody else')
}

function refuseTaken({ provider }: ProvenPerson): never {
  const { name } = SIGN_IN_PROVIDERS[provider]
  throw refuseFields({
    email: [
      `You already have an account with this address. Log in, and link ${name} under Settings, Profile.`,
    ],
  })
}

/** Replies as to a first sign-up, and links the login at the provider to a decoy. */
async function linkDecoy(ctx: BaseCtx, proven: ProvenPerson, newPerson: NewPerson): Promise<LoginReply> {
  const owner = await findUserByEmail(ctx, newPerson.email)
  // The address was released between the two statements.
  if (owner === null) throw refuse('conflict')
  const decoy = {
    user_id: newPerson.ids.userId,
    email: newPerson.email,
    first_name: newPerson.firstName,
    last_name: newPerson.lastName,
    account_id: newPerson.ids.accountId,
    company_id: newPerson.ids.companyId,
  }
  if (!(await insertLink(ctx, proven, { decoy }, proven))) throw refuse('conflict')
  await warnOwner(ctx, owner)
  return logInDecoy(ctx, decoy, newPerson.ids.session)
}
