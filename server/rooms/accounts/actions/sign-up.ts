import type { contract } from '../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../contract/route.ts'
import { DEFAULT_CURRENCY } from '../../../../domain/money.ts'
import { normalizeEmail } from '../../../../domain/person-text.ts'
import { audit } from '../../../platform/audit.ts'
import type { BaseCtx, OpenSteps } from '../../../platform/context.ts'
import { actingAs, nextId } from '../../../platform/context.ts'
import { hashPassword } from '../../../platform/password-hashing.ts'
import { refuse, refuseFields } from '../../../platform/refusal.ts'
import {
  createUser,
  findUserByEmail,
  hideDuration,
  newPasswordErrors,
  openSession,
  sendVerification,
  showUser,
  warnOwner,
} from '../../identity/index.ts'
import { accountOf } from './account-of.ts'
import { openAccount } from './open-account.ts'
import { summariseAccount } from './summarise-account.ts'

type SignUp = InputOf<typeof contract.identity.signUp>
type SignedIn = HandlerReplyOf<typeof contract.identity.signUp>
type Person = { email: string; firstName: string; lastName: string }

/** Longer than the work takes, whichever way it goes. */
const ANSWER_AFTER_MS = 400

/**
 * Creates a person with an account of their own, signs them in and mails a link that confirms the address. For an
 * address that is known already nothing changes, its owner is told, and the answer looks the same.
 * Throws invalid_input beside the password fields, token_expired for an invitation that isn't good.
 */
export async function signUp(steps: OpenSteps, { body, query }: SignUp): Promise<SignedIn> {
  if (query.invite !== undefined) throw refuse('token_expired')
  const person = {
    email: normalizeEmail(body.email),
    firstName: body.first_name,
    lastName: body.last_name,
  }
  const errors = newPasswordErrors(body, { email: person.email, companyNames: [] })
  if (errors) throw refuseFields(errors)
  return hideDuration(ANSWER_AFTER_MS, register(steps, person, body.password1))
}

async function register(steps: OpenSteps, person: Person, password: string): Promise<SignedIn> {
  const passwordHash = await hashPassword(password)
  return steps.transaction(async (ctx) => {
    const accountId = nextId(ctx)
    const given = { ...person, passwordHash, emailVerified: false, homeAccountId: accountId }
    const user = await createUser(ctx, given)
    if (user === null) return pretend(ctx, person)
    const inside = await openAccount(ctx, { id: accountId, ownerId: user.id })
    await sendVerification(inside, user)
    const { token, sessionId } = await openSession(inside, { audience: 'staff', userId: user.id })
    const actor = {
      kind: 'staff',
      userId: user.id,
      sessionId,
      email: user.email,
      emailVerified: false,
      role: 'owner',
    } as const
    await audit(actingAs(inside, actor), 'accounts.sign-up', { type: 'account', id: accountId })
    return { token, user: showUser(user), account: summariseAccount(await accountOf(inside), 'owner') }
  })
}

/** Answers like a first sign-up: with a session of nobody and an account that isn't there. */
async function pretend(ctx: BaseCtx, person: Person): Promise<SignedIn> {
  const owner = await findUserByEmail(ctx, person.email)
  if (owner) await warnOwner(ctx, owner)
  const user = { id: nextId(ctx), ...person, emailVerified: false }
  const decoy = {
    user_id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
  }
  const { token } = await openSession(ctx, { audience: 'staff', decoy })
  const accountId = nextId(ctx)
  return {
    token,
    user: showUser(user),
    account: {
      pk: accountId,
      id: accountId,
      company: { pk: nextId(ctx), name: '', logo: null },
      currency: DEFAULT_CURRENCY,
      account_type: null,
      new_ui: true,
      role: 'owner',
    },
  }
}
