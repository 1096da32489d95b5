import { z } from 'zod'
import { MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import type { App } from '../../../../platform/context.ts'
import { refuse } from '../../../../platform/refusal.ts'

const LIFE_MS = 10 * MINUTE_MS

/** Context of a connection that somebody began. Only they can finish it. */
export interface Beginning {
  readonly accountId: string
  readonly userId: string
  readonly provider: string
}

const placeOf = ({ accountId, userId, provider }: Beginning) => ({
  table: 'accounting_connections',
  column: 'state',
  accountId,
  rowId: JSON.stringify([userId, provider]),
})

const shape = z.object({ expiresAtMs: z.number() })

/** Encrypts the state that goes to the platform and back. Nothing is stored until it comes back. */
export const createState = (app: App, beginning: Beginning): string =>
  app.encryption
    .encrypt(JSON.stringify({ expiresAtMs: app.clock.wallNow() + LIFE_MS }), placeOf(beginning))
    .toString('base64url')

/** Refuses authorization_expired for a state that is too old, was changed, or that somebody else began. */
export function checkState(app: App, beginning: Beginning, state: string): void {
  const expiresAtMs = readExpiry(app, beginning, state)
  if (expiresAtMs === null || app.clock.wallNow() >= expiresAtMs) throw refuse('authorization_expired')
}

function readExpiry(app: App, beginning: Beginning, state: string): number | null {
  try {
    const plain = app.encryption.decrypt(Buffer.from(state, 'base64url'), placeOf(beginning))
    return shape.parse(JSON.parse(plain)).expiresAtMs
  } catch {
    return null
  }
}
