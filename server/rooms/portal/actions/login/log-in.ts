import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf, InputOf } from '../../../../../contract/route.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import type { BaseCtx, Ctx, TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { enterAccount } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { logInStaff } from '../../../accounts/index.ts'
import {
  consumeSecondFactorRateLimit,
  provePassword,
  releaseSecondFactorRateLimit,
  spendSecondFactor,
} from '../../../identity/index.ts'
import {
  findPortalUserByEmail,
  holdPortalUser,
  type PortalUser,
  setPortalPasswordHash,
} from '../../store/portal-users.ts'
import { factorOfPortalUser } from '../../store/second-factors.ts'
import { companyMeant } from './find-company-meant.ts'
import { notifyLoginChange } from './notify-login-change.ts'
import { startPortalSession } from './start-portal-session.ts'

type Route = typeof contract.identity.logIn
type SignedIn = HandlerReplyOf<Route>

/**
 * Signs in: to the business app, or, where a company is meant, to its portal. The two know nothing of each other's
 * people. Throws login_failed alike for whatever is wrong, too_many_requests, and, once the password was right,
 * login_needs_second_factor or login_bad_authentication_code.
 */
export async function logIn(uow: TenantlessUnitOfWork, { body }: InputOf<Route>): Promise<SignedIn> {
  const company = await companyMeant(uow, body.sub_domain)
  return company === 'none' ? logInStaff(uow, body) : logInCustomer(uow, company, body)
}

async function logInCustomer(
  uow: TenantlessUnitOfWork,
  company: { accountId: string | null },
  given: { email: string; password: string; auth_code?: string | undefined },
): Promise<SignedIn> {
  const { accountId } = company
  const email = normalizeEmail(given.email)
  const attempt = { key: `portal ${accountId} ${email}`, password: given.password }
  const find = async (ctx: BaseCtx) =>
    accountId === null ? null : findPortalUserByEmail(await enterAccount(ctx, accountId), email)
  const proof = await provePassword(uow, attempt, find)
  const inside = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    uow.transaction(async (base) => work(await enterAccount(base, accountId ?? '')))
  if (!proof.who.secondFactor) return inside((ctx) => signIn(ctx, proof, undefined))
  // A try counts once there is a code.
  if (!given.auth_code?.trim()) throw refuse('login_needs_second_factor')
  await consumeSecondFactorRateLimit(uow, proof.who.id)
  const signedIn = await inside((ctx) => signIn(ctx, proof, given.auth_code))
  await releaseSecondFactorRateLimit(uow, proof.who.id)
  return signedIn
}

async function signIn(
  ctx: Ctx,
  { who, freshHash }: { who: PortalUser; freshHash: string | null },
  code: string | undefined,
): Promise<SignedIn> {
  const user = await holdPortalUser(ctx, who.id)
  // A reset may have come between: then this login is with the former password.
  if (user === null || user.disabled || user.passwordHash !== who.passwordHash) throw refuse('login_failed')
  const factor = factorOfPortalUser({ accountId: ctx.accountId, id: user.id })
  const shown = user.secondFactor ? await spendSecondFactor(ctx, user.id, code, factor) : 'nothing'
  if (shown === null) throw refuse('login_bad_authentication_code')
  if (freshHash) await setPortalPasswordHash(ctx, user.id, freshHash)
  const signedIn = await startPortalSession(ctx, user, 'portal.log-in')
  if (signedIn === null) throw refuse('login_failed')
  if (shown === 'recovery_code') await notifyLoginChange(ctx, user, 'recovery_code_used')
  return signedIn
}
