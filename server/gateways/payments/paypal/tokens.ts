import { z } from 'zod'
import { sha256 } from '../../../platform/ids.ts'
import { failed, type Outcome, type ProcessorError, succeeded } from '../port.ts'
import type { Access } from './access.ts'
import { lossOf, refusalOf } from './errors.ts'

/** A token is not used in its last minute, so that it lasts for the call. */
const MARGIN_MS = 60_000
const MAX_KEPT = 1000
const TOKEN_MS = 15_000

const tokenShape = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  /** Addresses of the features that the keys may use, separated by spaces. */
  scope: z.string().default(''),
})

export interface Token {
  readonly value: string
  readonly scopes: readonly string[]
  readonly expiresAtMs: number
}

/** Keeps the access tokens of this process. Calls that need the same one at once share one request. */
export class Tokens {
  readonly #kept = new Map<string, Token>()
  readonly #asked = new Map<string, Promise<Outcome<Token>>>()
  readonly #now: () => number

  /** `now`: epoch ms of the system clock. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Returns a token of these keys. Nothing happened when it fails, so the caller may repeat its call. */
  async get(access: Access): Promise<Outcome<Token>> {
    const name = nameOf(access)
    const kept = this.#kept.get(name)
    if (kept && kept.expiresAtMs - MARGIN_MS > this.#now()) return succeeded(kept)
    const asked = this.#asked.get(name) ?? this.#ask(access, name)
    this.#asked.set(name, asked)
    return asked
  }

  /** Forgets a token that PayPal refused, unless it was replaced since. */
  forget(access: Access, token: Token): void {
    const name = nameOf(access)
    if (this.#kept.get(name) === token) this.#kept.delete(name)
  }

  async #ask(access: Access, name: string): Promise<Outcome<Token>> {
    try {
      const asked = await requestToken(access, this.#now())
      if (asked.ok) {
        if (this.#kept.size >= MAX_KEPT) this.#kept.clear()
        this.#kept.set(name, asked.value)
      }
      return asked
    } finally {
      this.#asked.delete(name)
    }
  }
}

const nameOf = ({ apiUrl, clientId, secret }: Access): string =>
  sha256(JSON.stringify([apiUrl, clientId, secret])).toString('base64')

async function requestToken(
  { apiUrl, clientId, secret, merchantId }: Access,
  now: number,
): Promise<Outcome<Token>> {
  const own = merchantId === null
  try {
    const reply = await fetch(`${apiUrl}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: 'grant_type=client_credentials',
      redirect: 'error',
      signal: AbortSignal.timeout(TOKEN_MS),
    })
    const body: unknown = await reply.json().catch(() => null)
    const read = tokenShape.safeParse(body)
    if (reply.ok && read.success) {
      const { access_token, expires_in, scope } = read.data
      return succeeded({
        value: access_token,
        scopes: scope.split(' ').filter((one) => one !== ''),
        expiresAtMs: now + expires_in * 1000,
      })
    }
    if (reply.ok) return failed({ kind: 'unavailable', code: 'token_unreadable', raw: null })
    return failed(
      asRead(
        refusalOf({ status: reply.status, body, retryAfter: reply.headers.get('retry-after') }, 'read', own),
      ),
    )
  } catch (error) {
    return failed(lossOf(error, 'read'))
  }
}

/** Wrong keys are one kind of failure, whatever status PayPal chooses. */
const asRead = (error: ProcessorError): ProcessorError =>
  error.kind === 'invalid' ? { ...error, kind: 'auth' } : error
