import type { App } from '../../../../platform/context.ts'
import { newId } from '../../../../platform/ids.ts'

/** Id of a session and its start, epoch ms. */
export interface SessionStart {
  readonly id: string
  readonly atMs: number
}

/**
 * Draws a session before its owner is known. Its id and token contain the time; drawn later, they would
 * reveal how long the lookup of the person took.
 */
export function drawSession(app: App): SessionStart {
  const atMs = app.clock.wallNow()
  return { id: newId(atMs, app.random), atMs }
}
