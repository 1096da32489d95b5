import type { BaseCtx } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'
import { findMailedTo } from '../../store/one-time-tokens.ts'
import { readSession } from '../../store/sessions.ts'
import { serializeUser } from './serialize-user.ts'

/** Returns the profile of the logged-in person. A decoy's session shows the person it imitates. */
export async function readProfile(ctx: BaseCtx) {
  if (ctx.actor.kind !== 'staff') throw refuse('not_allowed')
  const session = await readSession(ctx, ctx.actor.sessionId)
  if (session?.person == null) throw refuse('session_ended')
  const pendingEmail = await findMailedTo(ctx, 'change_email', session.subject)
  return { ...serializeUser({ id: session.subject, ...session.person }), pending_email: pendingEmail }
}
