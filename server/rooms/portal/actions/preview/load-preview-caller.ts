import type { BaseCtx } from '../../../../platform/context.ts'
import { enterAsMember } from '../../../accounts/index.ts'
import type { Session } from '../../../identity/index.ts'
import { readPreviewed } from '../../store/callers.ts'
import type { PortalCaller } from '../load-portal-caller.ts'

/**
 * Returns the caller of a preview while the person is a member of the account in the same role and has the
 * required second factor. Enters the account. Null otherwise.
 */
export async function loadPreviewCaller(ctx: BaseCtx, session: Session): Promise<PortalCaller | null> {
  const { accountId, customerId, person } = session
  if (accountId === null || customerId === null || person === null) return null
  const member = await enterAsMember(ctx, session.subject, accountId)
  if (member === null || member.role !== session.role) return null
  if (member.needsSecondFactor && !person.secondFactor) return null
  const shown = await readPreviewed(member.ctx, customerId)
  if (shown === null) return null
  return {
    ctx: member.ctx,
    subDomain: shown.subDomain,
    actor: {
      kind: 'preview',
      userId: session.subject,
      sessionId: session.id,
      email: person.email,
      customerId,
    },
  }
}
