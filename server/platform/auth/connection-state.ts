import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { z } from 'zod'
import { MINUTE_MS } from '../../../domain/dates/durations.ts'
import { asDate } from '../clock.ts'
import type { App, Ctx } from '../context.ts'
import { sha256 } from '../ids.ts'
import { refuse } from '../refusal.ts'
import './tables.ts'

const LIFE_MS = 10 * MINUTE_MS

/** Context of a connection that somebody began at another service. Only they can finish it, in the same session. */
export interface Beginning {
  /** Table of the connection that is begun. */
  readonly table: 'payment_connections' | 'accounting_connections'
  readonly accountId: string
  readonly userId: string
  readonly sessionId: string
  readonly provider: string
}

const placeOf = ({ table, accountId, userId, sessionId, provider }: Beginning) => ({
  table,
  column: 'state',
  accountId,
  rowId: JSON.stringify([userId, sessionId, provider]),
})

const shape = z.object({ expiresAtMs: z.number(), otherAccount: z.boolean().default(false) })
type State = z.output<typeof shape>

/** The values that a service's page gets. `challenge`: PKCE by SHA-256 (RFC 7636), for a service that supports it. */
export interface AuthorizationState {
  readonly state: string
  readonly challenge: string
}

/**
 * Encrypts the state that goes to the service and back. Nothing is stored until it comes back. `otherAccount`: the person confirmed
 * what it means to connect another account of the company than before.
 */
export function createState(app: App, beginning: Beginning, otherAccount = false): AuthorizationState {
  const expiresAtMs = app.clock.wallNow() + LIFE_MS
  const state = app.encryption
    .encrypt(JSON.stringify({ expiresAtMs, otherAccount } satisfies State), placeOf(beginning))
    .toString('base64url')
  const challenge = createHash('sha256').update(verifierOf(app, state)).digest('base64url')
  return { state, challenge }
}

/**
 * Spends a state and returns what it says, with the PKCE verifier of its challenge. Of any number of callers one succeeds. Refuses
 * authorization_expired when it is too old, was changed or spent, or somebody else began it.
 */
export async function spendState(
  ctx: Ctx,
  beginning: Beginning,
  state: string,
): Promise<Pick<State, 'otherAccount'> & { readonly verifier: string }> {
  const { app } = ctx
  const read = readState(app, beginning, state)
  const now = app.clock.wallNow()
  if (read === null || now >= read.expiresAtMs) throw refuse('authorization_expired')
  // An expired state is refused without its mark.
  await ctx.db
    .deleteFrom('spent_connection_states')
    .where('account_id', '=', ctx.accountId)
    .where('expires_at', '<', asDate(now))
    .execute()
  const spent = await ctx.db
    .insertInto('spent_connection_states')
    .values({ account_id: ctx.accountId, state_hash: sha256(state), expires_at: asDate(read.expiresAtMs) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('state_hash')
    .executeTakeFirst()
  if (!spent) throw refuse('authorization_expired')
  return { otherAccount: read.otherAccount, verifier: verifierOf(app, state) }
}

/** Derived from the state, which has no room for it at every service: PayPal takes 127 characters. */
const verifierOf = ({ config }: App, state: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', config.secret, '', 'quittance/pkce', 32)))
    .update(state)
    .digest('base64url')

function readState(app: App, beginning: Beginning, state: string): State | null {
  const encrypted = Buffer.from(state, 'base64url')
  // A second spelling of the same bytes would be spent separately.
  if (encrypted.toString('base64url') !== state) return null
  try {
    return shape.parse(JSON.parse(app.encryption.decrypt(encrypted, placeOf(beginning))))
  } catch {
    return null
  }
}
