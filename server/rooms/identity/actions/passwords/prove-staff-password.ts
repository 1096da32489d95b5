import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { selectDecoyLogins } from '../../store/decoy-logins.ts'
import { findUserByEmail, type User } from '../../store/users.ts'
import type { Decoy } from '../../tables.ts'
import { provePassword } from './prove-password.ts'

/**
 * Whom an address and a password belong to: a person, or the decoy that a sign-up with a known address was given.
 * `email` in its normal form. Throws login_failed, or too_many_requests.
 */
export async function proveStaffPassword(
  uow: TenantlessUnitOfWork,
  email: string,
  password: string,
): Promise<{ who: User; freshHash: string | null } | { decoy: Decoy }> {
  const proof = await provePassword(uow, { key: `staff ${email}`, password }, async (ctx) => {
    const [user, decoys] = [await findUserByEmail(ctx, email), await selectDecoyLogins(ctx, email)]
    return user && { ...user, decoys, otherHashes: decoys.map((login) => login.passwordHash) }
  })
  const login = proof.who.decoys[proof.other]
  return login ? { decoy: login.decoy } : { who: proof.who, freshHash: proof.freshHash }
}
