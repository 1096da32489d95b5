import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import { audit } from '../../../../platform/audit.ts'
import { hashPassword } from '../../../../platform/auth/password-hashing.ts'
import type { BaseCtx, TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { actingAs } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { openAccount, readAccountRow, summarizeAccount } from '../../../accounts/index.ts'
import {
  checkNewPassword,
  createUser,
  equalizeTiming,
  findUserByEmail,
  insertDecoyLogin,
  openSession,
  sendVerification,
  serializeUser,
  type User,
  warnOwner,
} from '../../../identity/index.ts'
import { generateSignUpIds, type SignUpIds } from './generate-sign-up-ids.ts'
import { logInDecoy } from './log-in-decoy.ts'

type SignUp = InputOf<typeof contract.identity.signUp>
type LoginReply = HandlerReplyOf<typeof contract.identity.signUp>
type NewPerson = { email: string; firstName: string; lastName: string; campaign: string; ids: SignUpIds }

/** Longer than the slowest outcome takes. */
const REPLY_AFTER_MS = 400

/**
 * Creates a person with an account of their own, logs them in and mails a verification link. A known address changes
 * nothing: its owner is warned by mail and the reply is the same. Throws invalid_input beside the password fields.
 */
export async function signUp(uow: TenantlessUnitOfWork, { body }: Pick<SignUp, 'body'>): Promise<LoginReply> {
  const person = {
    email: normalizeEmail(body.email),
    firstName: body.first_name,
    lastName: body.last_name,
    campaign: body.marketing_source,
    ids: generateSignUpIds(uow.app),
  }
  await checkNewPassword(body, { email: person.email, companyNames: [] })
  return equalizeTiming(REPLY_AFTER_MS, register(uow, person, body.password1))
}

async function register(uow: TenantlessUnitOfWork, person: NewPerson, password: string): Promise<LoginReply> {
  const passwordHash = await hashPassword(password)
  const created = await uow.transaction((ctx) => createOwner(ctx, { ...person, passwordHash }))
  return 'token' in created ? created : createDecoy(uow, created, person, password)
}

/** Returns the owner of the address instead if it is taken. */
async function createOwner(
  ctx: BaseCtx,
  person: NewPerson & { passwordHash: string },
): Promise<LoginReply | User> {
  const { ids, campaign, ...given } = person
  const { accountId, companyId } = ids
  const user = await createUser(ctx, {
    ...{ ...given, id: ids.userId },
    ...{ emailVerified: false, homeAccountId: accountId },
  })
  if (user === null) {
    const owner = await findUserByEmail(ctx, person.email)
    // The address was released between the two statements.
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
  return {
    token,
    user: serializeUser(user),
    account: summarizeAccount(await readAccountRow(inside), 'owner'),
  }
}

/** Replies as to a first sign-up. The password logs in again, to nobody and to an account that does not exist. */
async function createDecoy(
  uow: TenantlessUnitOfWork,
  owner: User,
  person: NewPerson,
  password: string,
): Promise<LoginReply> {
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
    return logInDecoy(ctx, decoy, person.ids.session)
  })
}
