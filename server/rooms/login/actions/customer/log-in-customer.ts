import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import type { BaseCtx, Ctx, TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { enterAccount } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { consumeSecondFactorRateLimit, releaseSecondFactorRateLimit } from '../../../identity/index.ts'
import {
  findPortalUserByEmail,
  holdPortalUser,
  type PortalUser,
  setPortalPasswordHash,
} from '../../../portal/index.ts'
import { provePassword } from '../password/prove-password.ts'
import { openPortalSession } from './open-portal-session.ts'
import { passSecondFactor } from './pass-second-factor.ts'

type LoginReply = HandlerReplyOf<typeof contract.identity.logIn>

/**
 * Logs a customer in to the portal of an account; null for a portal that does not exist. Throws login_failed for any
 * wrong address or password, too_many_requests, and, after a right password, login_needs_second_factor or
 * login_bad_authentication_code.
 */
export async function logInCustomer(
  uow: TenantlessUnitOfWork,
  accountId: string | null,
  given: { email: string; password: string; auth_code?: string | undefined },
): Promise<LoginReply> {
  const email = normalizeEmail(given.email)
  const attempt = { key: `portal ${accountId} ${email}`, password: given.password }
  const find = async (ctx: BaseCtx) =>
    accountId === null ? null : findPortalUserByEmail(await enterAccount(ctx, accountId), email)
  const proof = await provePassword(uow, attempt, find)
  const inside = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    uow.transaction(async (base) => work(await enterAccount(base, accountId ?? '')))
  if (!proof.who.secondFactor) return inside((ctx) => logInProven(ctx, proof, undefined))
  // An attempt counts only if it has a code.
  if (!given.auth_code?.trim()) throw refuse('login_needs_second_factor')
  await consumeSecondFactorRateLimit(uow, proof.who.id)
  const reply = await inside((ctx) => logInProven(ctx, proof, given.auth_code))
  await releaseSecondFactorRateLimit(uow, proof.who.id)
  return reply
}

async function logInProven(
  ctx: Ctx,
  { who, freshHash }: { who: PortalUser; freshHash: string | null },
  code: string | undefined,
): Promise<LoginReply> {
  const user = await holdPortalUser(ctx, who.id)
  // A concurrent reset may have replaced the password since it was verified.
  if (user === null || user.disabled || user.passwordHash !== who.passwordHash) throw refuse('login_failed')
  await passSecondFactor(ctx, user, code)
  if (freshHash) await setPortalPasswordHash(ctx, user.id, freshHash)
  const reply = await openPortalSession(ctx, user, 'portal.log-in')
  if (reply === null) throw refuse('login_failed')
  return reply
}
