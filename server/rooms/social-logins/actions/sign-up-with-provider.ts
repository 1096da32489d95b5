import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { normalizeEmail } from '../../../../domain/people/person-text.ts'
import { SIGN_IN_PROVIDERS } from '../../../../domain/people/sign-in-providers.ts'
import type { BaseCtx, TenantlessUnitOfWork } from '../../../platform/context.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import {
  drawSignUp,
  openAccount,
  openStaffSession,
  type SignUpIds,
  signInDecoy,
} from '../../accounts/index.ts'
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
} from '../../identity/index.ts'
import { notifyIdentityLinked } from './notify-identity-linked.ts'
import { type ProvenPerson, readProviderToken } from './provider-token.ts'
import { spend } from './seal-authorization.ts'

type SignUp = typeof contract.socialLogins.signUp
type SignedIn = HandlerReplyOf<SignUp>
interface Newcomer {
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly campaign: string
  readonly ids: SignUpIds
}

/** Longer than the work takes, whichever way it goes. */
const ANSWER_AFTER_MS = 400

/**
 * Opens an account for who came back from a provider, without a password. The address counts as confirmed only where the
 * provider says so of this very address; else a link is mailed to it. An address that is somebody's links nothing: who
 * proved it is result so, and for anybody else the answer looks the same. Throws authorization_expired, invalid_input beside
 * email, wrong_state when the login has an account already.
 */
export async function signUpWithProvider(
  uow: TenantlessUnitOfWork,
  { body }: InputOf<SignUp>,
): Promise<SignedIn> {
  const { proven, expiresAtMs } = readProviderToken(uow.app, body.token)
  const newcomer = {
    email: normalizeEmail(body.email),
    firstName: body.first_name,
    lastName: body.last_name,
    campaign: body.marketing_source,
    ids: drawSignUp(uow.app),
  }
  const work = uow.transaction(async (ctx) => {
    await spend(ctx, body.token, expiresAtMs)
    if ((await findLinked(ctx, proven)) !== null)
      throw refuse('wrong_state', 'This login has an account already. Log in with it.')
    return create(ctx, proven, newcomer)
  })
  return equalizeTiming(ANSWER_AFTER_MS, work)
}

async function create(ctx: BaseCtx, proven: ProvenPerson, newcomer: Newcomer): Promise<SignedIn> {
  const proved =
    proven.emailVerified && proven.email !== null && normalizeEmail(proven.email) === newcomer.email
  if (proved) await makeWay(ctx, newcomer.email)
  const { ids, campaign, ...person } = newcomer
  const { accountId, companyId } = ids
  const user = await createUser(ctx, {
    ...person,
    id: ids.userId,
    passwordHash: null,
    emailVerified: proved,
    homeAccountId: accountId,
  })
  if (user === null) return proved ? refuseTaken(proven) : pretend(ctx, proven, newcomer)
  const inside = await openAccount(ctx, { id: accountId, companyId, ownerId: user.id })
  // Somebody signed up with the same login at the same moment.
  if (!(await insertLink(inside, proven, { userId: user.id }, proven))) throw refuse('conflict')
  if (proved) await notifyIdentityLinked(inside, user, proven.provider, 'opened')
  else await sendVerification(inside, user)
  return openStaffSession(inside, user, 'accounts.sign-up', ids.session, { campaign })
}

/** Whoever merely claimed the address gives way to who proved it. */
async function makeWay(ctx: BaseCtx, email: string): Promise<void> {
  const squatter = await releaseUnproven(ctx, email)
  if (squatter !== null) await revokeSessions(ctx, { userId: squatter }, 'address proved by somebody else')
}

function refuseTaken({ provider }: ProvenPerson): never {
  const { name } = SIGN_IN_PROVIDERS[provider]
  throw refuseFields({
    email: [`You have an account with this address. Log in to it, and link ${name} under Settings, Profile.`],
  })
}

/** Looks like a first sign-up, and the login leads to nobody from then on. */
async function pretend(ctx: BaseCtx, proven: ProvenPerson, newcomer: Newcomer): Promise<SignedIn> {
  const owner = await findUserByEmail(ctx, newcomer.email)
  // Only an address that was given up a moment ago is neither to be had nor anybody's.
  if (owner === null) throw refuse('conflict')
  const decoy = {
    user_id: newcomer.ids.userId,
    email: newcomer.email,
    first_name: newcomer.firstName,
    last_name: newcomer.lastName,
    account_id: newcomer.ids.accountId,
    company_id: newcomer.ids.companyId,
  }
  if (!(await insertLink(ctx, proven, { decoy }, proven))) throw refuse('conflict')
  await warnOwner(ctx, owner)
  return signInDecoy(ctx, decoy, newcomer.ids.session)
}
