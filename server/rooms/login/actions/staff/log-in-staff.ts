import type { contract } from '../../../../../contract/index.ts'
import type { HandlerReplyOf } from '../../../../../contract/route.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import type { BaseCtx, TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import {
  consumeSecondFactorRateLimit,
  drawSession,
  equalizeTiming,
  holdUserWithPassword,
  notifyRecoveryCodeUsed,
  releaseSecondFactorRateLimit,
  type SessionStart,
  setPasswordHash,
  spendSecondFactor,
  type User,
} from '../../../identity/index.ts'
import { logInDecoy } from './log-in-decoy.ts'
import { openStaffSession } from './open-staff-session.ts'
import { proveStaffPassword } from './prove-staff-password.ts'

type LoginReply = HandlerReplyOf<typeof contract.identity.logIn>

/** Longer than the login of an unverified person or of a decoy takes. */
const REPLY_AFTER_MS = 150

/**
 * Logs a person in to the business app, or the decoy of a sign-up with a known address. Throws login_failed for any wrong
 * address or password, too_many_requests, and, after a right password, login_needs_second_factor or
 * login_bad_authentication_code.
 */
export async function logInStaff(
  uow: TenantlessUnitOfWork,
  given: { email: string; password: string; auth_code?: string | undefined },
): Promise<LoginReply> {
  const email = normalizeEmail(given.email)
  const start = drawSession(uow.app)
  const proof = await proveStaffPassword(uow, email, given.password)
  if ('who' in proof && proof.who.secondFactor)
    return logInWithCode(uow, { ...proof, start }, given.auth_code)
  const reply = uow.transaction((ctx) =>
    'decoy' in proof ? logInDecoy(ctx, proof.decoy, start) : logInProven(ctx, { ...proof, start }, undefined),
  )
  return 'who' in proof && proof.who.emailVerified ? reply : equalizeTiming(REPLY_AFTER_MS, reply)
}

interface Proof {
  readonly who: User
  readonly freshHash: string | null
  readonly start: SessionStart
}

/** An attempt counts only if it has a code. */
async function logInWithCode(
  uow: TenantlessUnitOfWork,
  proof: Proof,
  code: string | undefined,
): Promise<LoginReply> {
  if (!code?.trim()) throw refuse('login_needs_second_factor')
  await consumeSecondFactorRateLimit(uow, proof.who.id)
  const reply = await uow.transaction((ctx) => logInProven(ctx, proof, code))
  await releaseSecondFactorRateLimit(uow, proof.who.id)
  return reply
}

async function logInProven(ctx: BaseCtx, proof: Proof, code: string | undefined): Promise<LoginReply> {
  // A concurrent reset may have replaced the password since it was verified.
  const user = await holdUserWithPassword(ctx, proof.who.id, proof.who.passwordHash ?? '')
  if (user === null) throw refuse('login_failed')
  const factor = user.secondFactor ? await spendSecondFactor(ctx, user.id, code) : 'nothing'
  if (factor === null) throw refuse('login_bad_authentication_code')
  if (proof.freshHash) await setPasswordHash(ctx, user.id, proof.freshHash)
  const reply = await openStaffSession(ctx, user, 'identity.log-in', proof.start)
  if (factor === 'recovery_code') await notifyRecoveryCodeUsed(ctx, user)
  return reply
}
