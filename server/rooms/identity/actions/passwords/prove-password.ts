import { hashPassword, verifyPassword } from '../../../../platform/auth/password-hashing.ts'
import {
  consumeRateLimit,
  forgive,
  releaseRateLimit,
  returnAttempt,
  takeAttempt,
} from '../../../../platform/auth/rate-limit.ts'
import type { BaseCtx, TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { networkOf } from '../../../../platform/network.ts'
import { refuse } from '../../../../platform/refusal.ts'

const WINDOW_S = 15 * 60
const FAILURES_BY_IP = 50

export interface Attempt {
  /** Whose failures are counted: the login space and the address. */
  readonly key: string
  readonly password: string
}

export interface PasswordHolder {
  readonly passwordHash: string | null
  readonly disabled: boolean
  /** False for whoever has not shown yet that the address is theirs. */
  readonly emailVerified?: boolean
  /** Hashes of passwords that lead to somebody else; made like the first. */
  readonly otherHashes?: readonly string[]
}

/**
 * Counts the attempt, by account and by network, then verifies the password outside any transaction, and returns whom it
 * belongs to. `find` names who that would be; when it names nobody the same work is done for nobody. A hash of former
 * cost comes back made anew in `freshHash`. `other` tells which of the holder's other hashes the password belongs to;
 * it is -1 when it is the holder's own. Throws login_failed, or too_many_requests.
 */
export async function provePassword<T extends PasswordHolder>(
  uow: TenantlessUnitOfWork,
  attempt: Attempt,
  find: (ctx: BaseCtx) => Promise<T | null>,
): Promise<{ who: T; freshHash: string | null; other: number }> {
  const { app, ip } = uow
  const subjectKey = `login ${attempt.key}`
  const ipKey = `login failures ${networkOf(ip)}`
  await consumeRateLimit(app, ipKey, FAILURES_BY_IP, WINDOW_S)
  await takeAttempt(app, subjectKey, WINDOW_S)
  const who = await uow.transaction(find)
  const hash = who?.passwordHash ?? null
  const { ok, outdated, other } = await verifyPassword(attempt.password, hash, who?.otherHashes)
  const own = ok && who?.disabled === false
  if (who === null || (!own && (ok || other === -1))) {
    app.log.info('login refused', { ip })
    throw refuse('login_failed')
  }
  // Only who owns the address may wipe out what others tried on it.
  const forget = own && who.emailVerified !== false ? forgive : returnAttempt
  await Promise.all([forget(app, subjectKey), releaseRateLimit(app, ipKey)])
  if (!own) return { who, freshHash: null, other }
  return { who, freshHash: outdated ? await hashPassword(attempt.password) : null, other: -1 }
}
