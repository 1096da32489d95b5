import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { sendChoice } from '../books/html.ts'
import type { Books } from './books.ts'

const ACCESS_S = 30 * 24 * 3600

interface Code {
  readonly redirectUri: string
  readonly firm: Books
}

interface Access {
  readonly token: string
  readonly refresh: string
  untilMs: number
}

/** Clio's consent and tokens. Access lasts 30 days; the refresh token stays the same until it is revoked. */
export class Consents {
  readonly clientId = 'clio-client'
  readonly clientSecret = 'clio-client-secret-0001'
  readonly #codes = new Map<string, Code>()
  readonly #access = new Map<Books, Access>()
  readonly #now: () => number
  readonly #firms: readonly Books[]
  /** The person's next answer. */
  declines = false

  constructor(now: () => number, firms: readonly Books[]) {
    this.#now = now
    this.#firms = firms
  }

  /** Returns the firm to which an access token gives access; undefined for any other token, and for one that has expired. */
  firmOf(authorization: string | undefined): Books | undefined {
    for (const [firm, { token, untilMs }] of this.#access)
      if (authorization === `Bearer ${token}` && this.#now() < untilMs) return firm
    return undefined
  }

  /** Ends all access, or that to one firm, as when a person removes the app. */
  revoke(firm?: Books): void {
    if (firm) this.#access.delete(firm)
    else this.#access.clear()
  }

  /** Lets the access tokens expire; the refresh tokens stay. */
  expire(): void {
    for (const access of this.#access.values()) access.untilMs = 0
  }

  /** Where a person agrees, for one of several firms. With only one they are sent back at once. */
  consent(url: URL, reply: ServerResponse): unknown {
    const ask = (name: string) => url.searchParams.get(name) ?? ''
    if (ask('client_id') !== this.clientId || ask('response_type') !== 'code' || !ask('state')) {
      return reply.writeHead(400).end('invalid_request')
    }
    const firm =
      this.#firms.length === 1
        ? this.#firms[0]
        : this.#firms.find(({ accountId }) => String(accountId) === ask('firm'))
    if (!firm) {
      const of = this.#firms.map(({ accountId, name }) => [String(accountId), name] as const)
      return sendChoice(reply, 'Clio', url, { name: 'firm', heading: 'Choose a firm', of })
    }
    const back = new URL(ask('redirect_uri'))
    back.searchParams.set('state', ask('state'))
    if (this.declines) back.searchParams.set('error', 'access_denied')
    else {
      const code = randomBytes(18).toString('base64url')
      this.#codes.set(code, { redirectUri: ask('redirect_uri'), firm })
      back.searchParams.set('code', code)
    }
    return reply.writeHead(302, { location: back.href }).end()
  }

  exchange(form: URLSearchParams): [number, object] {
    if (form.get('client_id') !== this.clientId || form.get('client_secret') !== this.clientSecret)
      return [401, { error: 'invalid_client' }]
    const isCode = form.get('grant_type') === 'authorization_code'
    const firm = isCode ? this.#takeCode(form) : this.#firmOfRefresh(form.get('refresh_token'))
    if (!firm) return [400, { error: 'invalid_grant' }]
    const token = randomBytes(24).toString('base64url')
    const refresh = this.#access.get(firm)?.refresh ?? randomBytes(24).toString('base64url')
    this.#access.set(firm, { token, untilMs: this.#now() + ACCESS_S * 1000, refresh })
    const answer = { token_type: 'bearer', access_token: token, expires_in: ACCESS_S }
    return [200, isCode ? { ...answer, refresh_token: refresh } : answer]
  }

  #takeCode(form: URLSearchParams): Books | undefined {
    const code = form.get('code') ?? ''
    const given = this.#codes.get(code)
    this.#codes.delete(code)
    return given?.redirectUri === form.get('redirect_uri') ? given?.firm : undefined
  }

  #firmOfRefresh(token: string | null): Books | undefined {
    for (const [firm, { refresh }] of this.#access) if (refresh === token) return firm
    return undefined
  }
}
