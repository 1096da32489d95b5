import { hashPassword, verifyPassword } from '../../../../platform/auth/password-hashing.ts'
import type { BaseCtx, TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { countAttempt } from './count-attempt.ts'

export interface Attempt {
  /** Key of the failure counter: the kind of login and the address. */
  readonly key: string
  readonly password: string
}

export interface PasswordHolder {
  readonly passwordHash: string | null
  readonly disabled: boolean
  /** False for a person who has not verified the address. */
  readonly emailVerified?: boolean
  /** Hashes of passwords that belong to decoys, with the salt and cost of the first. */
  readonly otherHashes?: readonly string[]
}

/**
 * Counts the attempt by login and by network, verifies the password outside any transaction, and returns its holder.
 * `find` returns the candidate; without one a hash is computed all the same. `freshHash` is a new hash if the stored one
 * has an outdated cost. `other` is the index of the matching hash in `otherHashes`, or -1 for the holder's own password.
 * Throws login_failed or too_many_requests.
 */
export async function provePassword<T extends PasswordHolder>(
  uow: TenantlessUnitOfWork,
  attempt: Attempt,
  find: (ctx: BaseCtx) => Promise<T | null>,
): Promise<{ who: T; freshHash: string | null; other: number }> {
  const { app, ip } = uow
  const counted = await countAttempt(app, attempt.key, ip)
  const who = await uow.transaction(find)
  const hash = who?.passwordHash ?? null
  const { ok, outdated, other } = await verifyPassword(attempt.password, hash, who?.otherHashes)
  const own = ok && who?.disabled === false
  if (who === null || (!own && (ok || other === -1))) {
    app.log.info('login refused', { ip })
    throw refuse('login_failed')
  }
  await counted.succeed(own && who.emailVerified !== false)
  if (!own) return { who, freshHash: null, other }
  return { who, freshHash: outdated ? await hashPassword(attempt.password) : null, other: -1 }
}
