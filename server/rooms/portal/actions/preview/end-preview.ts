import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { revokeSessions } from '../../../identity/index.ts'

/** Ends the caller's preview. Its token is refused from the next request on. */
export async function endPreview(ctx: Ctx): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'preview') throw refuse('not_allowed')
  await revokeSessions(ctx, { sessionId: actor.sessionId }, 'preview ended')
  await audit(ctx, 'portal.end-preview', { type: 'customer', id: actor.customerId })
}
