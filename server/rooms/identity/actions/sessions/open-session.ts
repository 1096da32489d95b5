import type { StaffRole } from '../../../../../domain/people/roles.ts'
import type { BaseCtx } from '../../../../platform/context.ts'
import { SESSION_LIFE_MS } from '../../rules.ts'
import { insertSession } from '../../store/sessions.ts'
import type { Decoy } from '../../tables.ts'
import { drawSession, type SessionStart } from './draw-session.ts'

/**
 * Owner of a session: a person of the business app, a customer, the holder of a pay link, or a previewing
 * member.
 */
export type SessionHolder =
  /** `proved` when the person has entered a second factor. */
  | { audience: 'staff'; userId: string; proved?: boolean }
  | { audience: 'staff'; decoy: Decoy }
  | { audience: 'portal'; portalUserId: string; accountId: string; customerId: string }
  | {
      audience: 'preview'
      userId: string
      accountId: string
      customerId: string
      role: StaffRole
      /** The person's own session, with which this one ends. */
      parentId: string
    }
  | {
      audience: 'paylink'
      payLinkId: string
      accountId: string
      invoiceId: string
      customerId: string
      /** End of the pay link, epoch ms by the machine's clock. The session ends no later. */
      endsAtMs: number
    }

/** Starts a session, with a drawn id if given, and returns its first access token. */
export async function openSession(
  ctx: BaseCtx,
  holder: SessionHolder,
  start: SessionStart = drawSession(ctx.app),
): Promise<{ sessionId: string; token: string }> {
  const { app } = ctx
  const { id: sessionId, atMs: nowMs } = start
  const latestMs = nowMs + SESSION_LIFE_MS[holder.audience]
  const expiresAtMs = 'endsAtMs' in holder ? Math.min(latestMs, holder.endsAtMs) : latestMs
  await insertSession(ctx, { ...holder, id: sessionId, nowMs, expiresAtMs })
  const token = await app.tokens.sign(
    {
      audience: holder.audience,
      subject: subjectOf(holder),
      sessionId,
      generation: 1,
      accountId: 'accountId' in holder ? holder.accountId : null,
    },
    nowMs,
    expiresAtMs,
  )
  return { sessionId, token }
}

function subjectOf(holder: SessionHolder): string {
  if ('userId' in holder) return holder.userId
  if ('decoy' in holder) return holder.decoy.user_id
  return 'portalUserId' in holder ? holder.portalUserId : holder.payLinkId
}
