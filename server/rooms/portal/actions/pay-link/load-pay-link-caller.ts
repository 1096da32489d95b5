import type { BaseCtx } from '../../../../platform/context.ts'
import { enterAccount } from '../../../../platform/context.ts'
import type { Session } from '../../../identity/index.ts'
import { readLink } from '../../store/callers.ts'
import type { PortalCaller } from '../load-portal-caller.ts'

/**
 * Returns the caller of a pay link session while the link opens its invoice, and enters the account. Null
 * afterwards.
 */
export async function loadPayLinkCaller(ctx: BaseCtx, session: Session): Promise<PortalCaller | null> {
  if (session.accountId === null) return null
  const [inside, link] = await Promise.all([
    enterAccount(ctx, session.accountId),
    readLink({ ...ctx, accountId: session.accountId }, session.subject),
  ])
  if (link === null) return null
  return {
    ctx: inside,
    subDomain: link.subDomain,
    actor: {
      kind: 'pay_link',
      payLinkId: session.subject,
      sessionId: session.id,
      invoiceId: link.invoiceId,
      invoiceIds: link.invoiceIds,
      customerId: link.customerId,
      unlocked: session.unlocked,
    },
  }
}
