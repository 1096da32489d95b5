import type { App } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'

/** A session's id and its beginning, epoch ms. */
export interface SessionStart {
  readonly id: string
  readonly atMs: number
}

/**
 * Draws a session before it is known whose it will be. Its id and its token say when that was: drawn later, they would
 * tell how long it took to find out who somebody is.
 */
export function drawSession(app: App): SessionStart {
  const atMs = app.clock.wallNow()
  return { id: newId(atMs, app.random), atMs }
}
