import type { BaseCtx } from '../../../platform/context.ts'
import { revokeSessions } from '../store/sessions.ts'
import { auditPerson } from './audit-person.ts'
import { findWhoAsks } from './find-who-asks.ts'

/** Ends every session of a person but the one that asks: each is refused from its next call on. */
export async function endOtherSessions(ctx: BaseCtx): Promise<void> {
  const { id, homeAccountId, sessionId } = await findWhoAsks(ctx)
  await revokeSessions(ctx, { userId: id, except: sessionId }, 'ended by its owner')
  await auditPerson(ctx, homeAccountId, 'identity.end-other-sessions', { type: 'user', id })
}
