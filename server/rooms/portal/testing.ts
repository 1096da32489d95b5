import type { StaffRole } from '../../../domain/people/roles.ts'
import { hashPassword } from '../../platform/auth/password-hashing.ts'
import type { BaseCtx, Ctx } from '../../platform/context.ts'
import { newSecret, sha256 } from '../../platform/ids.ts'
import { openSession } from '../identity/index.ts'
import { A_PASSWORD, aSecondFactor } from '../identity/testing.ts'
import { givePortalAccess } from './actions/invite/give-portal-access.ts'
import { upsertRequest } from './store/access-requests.ts'
import { endInviteRun, insertInviteRun, selectInviteRuns } from './store/invite-runs.ts'
import { endAccess } from './store/portal-access.ts'
import {
  acceptWithPassword,
  markInvited,
  type PortalUser,
  setPortalPasswordHash,
} from './store/portal-users.ts'
import { insertPreviewCode } from './store/preview-codes.ts'
import { factorOfPortalUser } from './store/second-factors.ts'

/** Creates a portal login whose invitation was accepted with a password, by default A_PASSWORD. */
export async function aPortalLogin(
  ctx: Ctx,
  given: { email: string; customerIds: readonly string[]; password?: string },
): Promise<PortalUser> {
  let user: PortalUser | null = null
  for (const customerId of given.customerIds) user = await givePortalAccess(ctx, customerId, given.email)
  if (user === null) throw new Error('A portal login needs a customer.')
  await acceptWithPassword(ctx, user.id, await hashPassword(given.password ?? A_PASSWORD))
  return user
}

/** Creates a login that was invited and did not accept, or whose access was ended. */
export async function anInvitedLogin(
  ctx: Ctx,
  customerId: string,
  email: string,
  then: 'invited' | 'ended' = 'invited',
): Promise<void> {
  const { id } = await givePortalAccess(ctx, customerId, email)
  await markInvited(ctx, id)
  if (then === 'ended') await endAccess(ctx, customerId, id)
}

export { openPayLink } from './actions/pay-link/open-pay-link.ts'

/** Sets a portal login's second factor to the given state, and returns its codes, or null for 'none'. */
export async function aPortalFactor(ctx: Ctx, portalUserId: string, state: 'none' | 'begun' | 'confirmed') {
  const factor = factorOfPortalUser({ accountId: ctx.accountId, id: portalUserId })
  if (state !== 'none') return aSecondFactor(ctx, portalUserId, state, factor)
  await factor.remove(ctx)
  return null
}

interface Previewer {
  readonly userId: string
  readonly role: StaffRole
  readonly customerId: string
}

/** Opens a preview of one customer by a member, from a new session of theirs. */
export async function aPreview(
  ctx: BaseCtx,
  accountId: string,
  given: Previewer,
): Promise<{ token: string; sessionId: string; staffSessionId: string }> {
  const own = await openSession(ctx, { audience: 'staff', userId: given.userId })
  const parentId = own.sessionId
  const { token, sessionId } = await openSession(ctx, { audience: 'preview', accountId, parentId, ...given })
  return { token, sessionId, staffSessionId: parentId }
}

/** Ends the runs of invitations that are going on. */
export async function endInviteRuns(ctx: Ctx): Promise<void> {
  for (const { id } of await selectInviteRuns(ctx, 10)) await endInviteRun(ctx, id, 'canceled', null)
}

/**
 * Creates a run of invitations that is going on, and that no worker knows. Returns its id, or the id of the one that another call
 * began meanwhile, because an account has one at a time.
 */
export async function anInviteRun(ctx: Ctx): Promise<string> {
  await endInviteRuns(ctx)
  return (
    (await insertInviteRun(ctx, { again: false, only: null, customers: 0 })) ??
    (await selectInviteRuns(ctx, 1))[0]!.id
  )
}

/** Creates an open request for a login. Returns its id. */
export const anAccessRequest = (ctx: Ctx, email: string, name = 'Ada King'): Promise<string> =>
  upsertRequest(ctx, { name, email, reference: 'Atlas Bakery', namesCustomer: false })

/** Creates an unused one-time code of a preview. */
export async function aPreviewCode(ctx: Ctx, given: Previewer): Promise<string> {
  const { sessionId } = await openSession(ctx, { audience: 'staff', userId: given.userId })
  const code = newSecret()
  await insertPreviewCode(ctx, sha256(code), { ...given, sessionId })
  return code
}

/** Restores A_PASSWORD after a call that may have changed the password. */
export const setPortalPassword = async (ctx: Ctx, portalUserId: string): Promise<void> =>
  setPortalPasswordHash(ctx, portalUserId, await hashPassword(A_PASSWORD))
