import { audit } from '../../../../platform/audit.ts'
import type { Actor, BaseCtx, Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { companyOf } from '../../../accounts/index.ts'
import { type AccountSecurity, staffAccountSecurity } from '../../../identity/index.ts'
import { findPortalUser, holdPortalUser, type PortalUser } from '../../store/portal-users.ts'
import { factorOfPortalUser } from '../../store/second-factors.ts'
import { notifyLoginChange } from './notify-login-change.ts'

/** A request's transaction or its steps; of a customer they are inside the account whose portal it is. */
interface Within {
  readonly actor: Actor
  readonly accountId?: string
}

/**
 * The login of whoever acts, be they a customer on their company's portal or a person of the business app: two spaces
 * that know nothing of each other, also where one person is in both. Throws not_allowed for anybody else.
 */
export const accountSecurityOf = (within: Within): AccountSecurity =>
  within.actor.kind === 'customer' ? portalAccountSecurity(within) : staffAccountSecurity(within.actor)

/** Of a customer. Throws not_allowed for anybody else. */
export function portalAccountSecurity({ actor, accountId }: Within): AccountSecurity<PortalUser> {
  if (actor.kind !== 'customer' || accountId === undefined) throw refuse('not_allowed')
  const { portalUserId: id, sessionId } = actor
  const inside = (ctx: BaseCtx): Ctx => ({ ...ctx, accountId })
  return {
    id,
    sessionId,
    factor: factorOfPortalUser({ accountId, id }),
    sessions: { portalUserId: id },
    product: async (ctx) => (await companyOf(inside(ctx))).name,
    find: (ctx) => findPortalUser(inside(ctx), id),
    async holdWithPassword(ctx, passwordHash) {
      const user = await holdPortalUser(inside(ctx), id)
      return user === null || user.disabled || user.passwordHash !== passwordHash ? null : user
    },
    audit: (ctx, user, action) => audit(inside(ctx), action, { type: 'portal_user', id: user.id }),
    tell: (ctx, user, what) => notifyLoginChange(inside(ctx), user, what),
  }
}
