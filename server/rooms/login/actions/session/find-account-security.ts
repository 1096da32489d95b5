import { audit } from '../../../../platform/audit.ts'
import type { Actor, BaseCtx, Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { companyOf } from '../../../accounts/index.ts'
import { type AccountSecurity, staffAccountSecurity } from '../../../identity/index.ts'
import { factorOfPortalUser, findPortalUser, holdPortalUser, type PortalUser } from '../../../portal/index.ts'
import { notifyLoginChange } from '../customer/notify-login-change.ts'

/** A transaction or a unit of work. A customer's has the account of the portal. */
interface Caller {
  readonly actor: Actor
  readonly accountId?: string
}

/**
 * Returns the login of the caller: a customer of a portal or a person of the business app. The two are independent, also
 * when one person has both. Throws not_allowed for any other caller.
 */
export const findAccountSecurity = (caller: Caller): AccountSecurity =>
  caller.actor.kind === 'customer' ? portalAccountSecurity(caller) : staffAccountSecurity(caller.actor)

/** Returns the login of a customer. Throws not_allowed for any other caller. */
export function portalAccountSecurity({ actor, accountId }: Caller): AccountSecurity<PortalUser> {
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
    notify: (ctx, user, what) => notifyLoginChange(inside(ctx), user, what),
  }
}
