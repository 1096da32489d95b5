import { z } from 'zod'
import { MINUTE_MS } from '../../../domain/dates/durations.ts'
import type { App } from '../context.ts'
import { refuse } from '../refusal.ts'

const LIFE_MS = 10 * MINUTE_MS

/** Context of a connection that somebody began at another service. Only they can finish it. */
export interface Beginning {
  /** Table of the connection that is begun. */
  readonly table: 'payment_connections' | 'accounting_connections'
  readonly accountId: string
  readonly userId: string
  readonly provider: string
}

const placeOf = ({ table, accountId, userId, provider }: Beginning) => ({
  table,
  column: 'state',
  accountId,
  rowId: JSON.stringify([userId, provider]),
})

const shape = z.object({ expiresAtMs: z.number(), otherAccount: z.boolean().default(false) })
type State = z.output<typeof shape>

/**
 * Encrypts the state that goes to the service and back. Nothing is stored until it comes back. `otherAccount`: the person was told
 * what it means to connect another account of the company than before.
 */
export const createState = (app: App, beginning: Beginning, otherAccount = false): string =>
  app.encryption
    .encrypt(
      JSON.stringify({ expiresAtMs: app.clock.wallNow() + LIFE_MS, otherAccount } satisfies State),
      placeOf(beginning),
    )
    .toString('base64url')

/** Returns what a state says. Refuses authorization_expired when it is too old, was changed, or somebody else began it. */
export function checkState(app: App, beginning: Beginning, state: string): Pick<State, 'otherAccount'> {
  const read = readState(app, beginning, state)
  if (read === null || app.clock.wallNow() >= read.expiresAtMs) throw refuse('authorization_expired')
  return read
}

function readState(app: App, beginning: Beginning, state: string): State | null {
  try {
    const plain = app.encryption.decrypt(Buffer.from(state, 'base64url'), placeOf(beginning))
    return shape.parse(JSON.parse(plain))
  } catch {
    return null
  }
}
