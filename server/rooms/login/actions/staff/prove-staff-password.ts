import type { TenantlessUnitOfWork } from '../../../../platform/context.ts'
import { type Decoy, findUserByEmail, selectDecoyLogins, type User } from '../../../identity/index.ts'
import { provePassword } from '../password/prove-password.ts'

/**
 * Returns the owner of an address and a password: a person, or the decoy of a sign-up with a known address. `email` is
 * normalized. Throws login_failed or too_many_requests.
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
