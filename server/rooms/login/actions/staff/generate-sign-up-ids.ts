import type { App } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'
import { drawSession, type SessionStart } from '../../../identity/index.ts'

/** Every id that the reply to a sign-up contains. */
export interface SignUpIds {
  readonly userId: string
  readonly accountId: string
  readonly companyId: string
  readonly session: SessionStart
}

/**
 * Generates all ids at one moment, before the address is looked up: an id contains its time, which would otherwise show
 * whether the address was known.
 */
export function generateSignUpIds(app: App): SignUpIds {
  const session = drawSession(app)
  const generate = () => newId(session.atMs, app.random)
  return { userId: generate(), accountId: generate(), companyId: generate(), session }
}
