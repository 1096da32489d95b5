import type { BaseCtx } from '../../../platform/context.ts'
import { refuse } from '../../../platform/refusal.ts'
import { revokeSessions } from '../store/sessions.ts'
import { auditPerson } from './audit-person.ts'
import { findWhoAsks } from './find-who-asks.ts'

/** Ends one session of the person who asks, from its next call on. Refuses not_found for one that is over or not theirs. */
export async function endSession(ctx: BaseCtx, sessionId: string): Promise<void> {
  const { id, homeAccountId } = await findWhoAsks(ctx)
  const theirs = { sessionId, userId: id, audience: 'staff' } as const
  if ((await revokeSessions(ctx, theirs, 'ended by its owner')) === 0) throw refuse('not_found')
  await auditPerson(ctx, homeAccountId, 'identity.end-session', { type: 'user', id })
}
