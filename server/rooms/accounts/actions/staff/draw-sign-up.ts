import type { App } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { drawSession, type SessionStart } from '../../../identity/index.ts'

/** Every id that the answer to a sign-up shows. */
export interface SignUpIds {
  readonly userId: string
  readonly accountId: string
  readonly companyId: string
  readonly session: SessionStart
}

/**
 * Draws them all at one moment, before it is known whether the address is somebody's already: an id says when it was
 * drawn, and must not tell which way a sign-up went.
 */
export function drawSignUp(app: App): SignUpIds {
  const session = drawSession(app)
  const draw = () => newId(session.atMs, app.random)
  return { userId: draw(), accountId: draw(), companyId: draw(), session }
}
