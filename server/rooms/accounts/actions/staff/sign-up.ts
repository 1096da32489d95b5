import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import { audit } from '../../../../platform/audit.ts'
import { hashPassword } from '../../../../platform/auth/password-hashing.ts'
import type { BaseCtx, TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { actingAs } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import {
  checkNewPassword,
  createUser,
  equalizeTiming,
  findUserByEmail,
  insertDecoyLogin,
  openSession,
  sendVerification,
  showUser,
  type User,
  warnOwner,
} from '../../../identity/index.ts'
import { openAccount } from '../open-account.ts'
import { accountOf } from '../read-account-of.ts'
import { summarizeAccount } from '../summarize-account.ts'
import { drawSignUp, type SignUpIds } from './draw-sign-up.ts'
import { signInDecoy } from './sign-in-decoy.ts'

type SignUp = InputOf<typeof contract.identity.signUp>
type SignedIn = HandlerReplyOf<typeof contract.identity.signUp>
type Person = { email: string; firstName: string; lastName: string; campaign: string; ids: SignUpIds }

/** Longer than the work takes, whichever way it goes. */
const ANSWER_AFTER_MS = 400

/**
 * Creates a person with an account of their own, signs them in and mails a link that confirms the address. For an
 * address that is known already nothing changes, its owner is told, and the answer looks the same.
 * Throws invalid_input beside the password fields.
 */
export async function signUp(uow: TenantlessUnitOfWork, { body }: Pick<SignUp, 'body'>): Promise<SignedIn> {
  const person = {
    email: normalizeEmail(body.email),
    firstName: body.first_name,
    lastName: body.last_name,
    campaign: body.marketing_source,
    ids: drawSignUp(uow.app),
  }
  await checkNewPassword(body, { email: person.email, companyNames: [] })
  return equalizeTiming(ANSWER_AFTER_MS, register(uow, person, body.password1))
}

async function register(uow: TenantlessUnitOfWork, person: Person, password: string): Promise<SignedIn> {
  const passwordHash = await hashPassword(password)
  const made = await uow.transaction((ctx) => create(ctx, { ...person, passwordHash }))
  return 'token' in made ? made : pretend(uow, made, person, password)
}

/** The owner instead, when the address has one already. */
async function create(ctx: BaseCtx, person: Person & { passwordHash: string }): Promise<SignedIn | User> {
  const { ids, campaign, ...given } = person
  const { accountId, companyId } = ids
  const user = await createUser(ctx, {
    ...{ ...given, id: ids.userId },
    ...{ emailVerified: false, homeAccountId: accountId },
  })
  if (user === null) {
    const owner = await findUserByEmail(ctx, person.email)
    // Only an address that was given up a moment ago is neither to be had nor anybody's.
    if (owner === null) throw refuse('conflict')
    return owner
  }
  const inside = await openAccount(ctx, { id: accountId, companyId, ownerId: user.id })
  await sendVerification(inside, user)
  const { token, sessionId } = await openSession(inside, { audience: 'staff', userId: user.id }, ids.session)
  const actor = {
    kind: 'staff',
    userId: user.id,
    sessionId,
    email: user.email,
    emailVerified: false,
    role: 'owner',
  } as const
  await audit(actingAs(inside, actor), 'accounts.sign-up', { type: 'account', id: accountId }, { campaign })
  return { token, user: showUser(user), account: summarizeAccount(await accountOf(inside), 'owner') }
}

/** Answers like a first sign-up, and lets its password sign in again, to nobody and to an account that isn't there. */
async function pretend(
  uow: TenantlessUnitOfWork,
  owner: User,
  person: Person,
  password: string,
): Promise<SignedIn> {
  const passwordHash = await hashPassword(password, owner.passwordHash)
  return uow.transaction(async (ctx) => {
    await warnOwner(ctx, owner)
    const decoy = {
      user_id: person.ids.userId,
      email: person.email,
      first_name: person.firstName,
      last_name: person.lastName,
      account_id: person.ids.accountId,
      company_id: person.ids.companyId,
    }
    await insertDecoyLogin(ctx, owner.id, { passwordHash, decoy })
    return signInDecoy(ctx, decoy, person.ids.session)
  })
}
