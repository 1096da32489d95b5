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
  proveStaffPassword,
  releaseSecondFactorRateLimit,
  type SessionStart,
  setPasswordHash,
  spendSecondFactor,
  type User,
} from '../../../identity/index.ts'
import { openStaffSession } from './open-staff-session.ts'
import { signInDecoy } from './sign-in-decoy.ts'

type SignedIn = HandlerReplyOf<typeof contract.identity.logIn>

/** Longer than the work takes for who has not confirmed their address, be they somebody or nobody. */
const ANSWER_AFTER_MS = 150

/**
 * Signs a person in to the business app, or the decoy that a sign-up with a known address was given. Throws login_failed
 * alike for whatever is wrong, too_many_requests, and, once the password was right, login_needs_second_factor or
 * login_bad_authentication_code.
 */
export async function logInStaff(
  uow: TenantlessUnitOfWork,
  given: { email: string; password: string; auth_code?: string | undefined },
): Promise<SignedIn> {
  const email = normalizeEmail(given.email)
  const start = drawSession(uow.app)
  const proof = await proveStaffPassword(uow, email, given.password)
  if ('who' in proof && proof.who.secondFactor) return logInByCode(uow, { ...proof, start }, given.auth_code)
  const signedIn = uow.transaction((ctx) =>
    'decoy' in proof ? signInDecoy(ctx, proof.decoy, start) : signIn(ctx, { ...proof, start }, undefined),
  )
  return 'who' in proof && proof.who.emailVerified ? signedIn : equalizeTiming(ANSWER_AFTER_MS, signedIn)
}

interface Proof {
  readonly who: User
  readonly freshHash: string | null
  readonly start: SessionStart
}

/** A try counts once there is a code. */
async function logInByCode(
  uow: TenantlessUnitOfWork,
  proof: Proof,
  code: string | undefined,
): Promise<SignedIn> {
  if (!code?.trim()) throw refuse('login_needs_second_factor')
  await consumeSecondFactorRateLimit(uow, proof.who.id)
  const signedIn = await uow.transaction((ctx) => signIn(ctx, proof, code))
  await releaseSecondFactorRateLimit(uow, proof.who.id)
  return signedIn
}

async function signIn(ctx: BaseCtx, proof: Proof, code: string | undefined): Promise<SignedIn> {
  // The password may have been reset since it was read: then this login is with the former one.
  const user = await holdUserWithPassword(ctx, proof.who.id, proof.who.passwordHash ?? '')
  if (user === null) throw refuse('login_failed')
  const shown = user.secondFactor ? await spendSecondFactor(ctx, user.id, code) : 'nothing'
  if (shown === null) throw refuse('login_bad_authentication_code')
  if (proof.freshHash) await setPasswordHash(ctx, user.id, proof.freshHash)
  const signedIn = await openStaffSession(ctx, user, 'identity.log-in', proof.start)
  if (shown === 'recovery_code') await notifyRecoveryCodeUsed(ctx, user)
  return signedIn
}
