import type { Actor, BaseCtx, Ctx } from '../../../platform/context.ts'
import { enterAccount } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import type { Session } from '../../identity/index.ts'
import { readLogin } from '../store/callers.ts'

export interface PortalCaller {
  readonly ctx: Ctx
  readonly actor: Actor
  /** Subdomain of the portal's company. The Host must name it. */
  readonly subDomain: string
}

/**
 * Returns the caller of a portal session: the login, and the customer chosen among theirs (by default the
 * session's, or else the first). Enters the account. Null when the login has ended. Throws not_found for a
 * customer that is not theirs.
 */
export async function loadPortalCaller(
  ctx: BaseCtx,
  session: Session,
  chosen: string | null,
): Promise<PortalCaller | null> {
  if (session.accountId === null) return null
  const [inside, login] = await Promise.all([
    enterAccount(ctx, session.accountId),
    readLogin({ ...ctx, accountId: session.accountId }, session.subject),
  ])
  const first = login?.customerIds[0]
  if (login === null || login.disabled || first === undefined) return null
  if (chosen !== null && !login.customerIds.includes(chosen)) throw refuse('not_found')
  const remembered = login.customerIds.find((id) => id === session.customerId)
  const actor: Actor = {
    kind: 'customer',
    portalUserId: session.subject,
    sessionId: session.id,
    email: login.email,
    customerId: chosen ?? remembered ?? first,
    customerIds: login.customerIds,
  }
  return { ctx: inside, actor, subDomain: login.subDomain }
}
