import type { z } from 'zod'
import type { PayPalSettings } from '../../../platform/processors/paypal-settings.ts'
import { type Connection, failed, type Outcome, succeeded } from '../port.ts'
import { type Access, accessOf, authAssertion } from './access.ts'
import { type CallKind, lossOf, refusalOf } from './errors.ts'
import { type Token, Tokens } from './tokens.ts'

const CALL_MS = 25_000

export interface Call<Shape extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly kind: CallKind
  readonly body?: object
  /** A body that is already JSON, where its exact bytes matter. */
  readonly json?: string
  /** Makes a write idempotent: PayPal answers a repetition as it answered first. */
  readonly key?: string
  readonly shape: Shape
}

/** Calls PayPal's REST interface. It repeats a call only after a token was refused, which had no effect. */
export class PayPalClient {
  readonly settings: PayPalSettings
  readonly #tokens: Tokens

  /** `now`: epoch ms of the system clock. */
  constructor(settings: PayPalSettings, now: () => number) {
    this.settings = settings
    this.#tokens = new Tokens(now)
  }

  tokenOf(access: Access): Promise<Outcome<Token>> {
    return this.#tokens.get(access)
  }

  /** Calls in the name of a connection. */
  async call<Shape extends z.ZodType>(
    connection: Connection,
    call: Call<Shape>,
  ): Promise<Outcome<z.output<Shape>>> {
    const access = accessOf(this.settings, connection)
    return access
      ? this.callWith(access, call)
      : failed({ kind: 'not_connected', code: 'no_partner', raw: null })
  }

  async callWith<Shape extends z.ZodType>(
    access: Access,
    call: Call<Shape>,
  ): Promise<Outcome<z.output<Shape>>> {
    const first = await this.#tokens.get(access)
    if (!first.ok) return first
    const tried = await send(access, first.value, call)
    if (tried.ok || tried.error.code !== STALE) return tried
    this.#tokens.forget(access, first.value)
    const second = await this.#tokens.get(access)
    if (!second.ok) return second
    const again = await send(access, second.value, call)
    return again.ok || again.error.code !== STALE
      ? again
      : failed({ ...again.error, kind: access.merchantId === null ? 'not_connected' : 'auth' })
  }
}

/** Code of a call whose token was refused. */
const STALE = 'token_refused'

async function send<Shape extends z.ZodType>(
  access: Access,
  token: Token,
  call: Call<Shape>,
): Promise<Outcome<z.output<Shape>>> {
  const body = call.json ?? (call.body && JSON.stringify(call.body))
  try {
    const reply = await fetch(`${access.apiUrl}${call.path}`, {
      method: call.method,
      headers: headersOf(access, token, call, body !== undefined),
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(CALL_MS),
    })
    const text = await reply.text()
    if (reply.status === 401) return failed({ kind: 'auth', code: STALE, raw: null })
    const answer = readJson(text)
    if (!reply.ok) {
      const refused = { status: reply.status, body: answer, retryAfter: reply.headers.get('retry-after') }
      return failed(refusalOf(refused, call.kind, access.merchantId === null))
    }
    const read = call.shape.safeParse(answer)
    if (read.success) return succeeded(read.data)
    return failed({
      kind: call.kind === 'read' ? 'unavailable' : 'unknown_outcome',
      code: 'answer_unreadable',
      raw: { at: read.error.issues[0]?.path.join('.') ?? '' },
    })
  } catch (error) {
    return failed(lossOf(error, call.kind))
  }
}

const headersOf = (
  { clientId, merchantId }: Access,
  token: Token,
  { key }: Pick<Call<z.ZodType>, 'key'>,
  hasBody: boolean,
): Record<string, string> => ({
  authorization: `Bearer ${token.value}`,
  accept: 'application/json',
  prefer: 'return=representation',
  ...(hasBody && { 'content-type': 'application/json' }),
  ...(key !== undefined && { 'paypal-request-id': key }),
  ...(merchantId !== null && { 'paypal-auth-assertion': authAssertion(clientId, merchantId) }),
})

function readJson(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
