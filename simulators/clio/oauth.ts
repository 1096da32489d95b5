import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'

const ACCESS_S = 30 * 24 * 3600

/** Clio's consent and tokens. Access lasts 30 days; the refresh token stays the same until it is revoked. */
export class Consents {
  readonly clientId = 'clio-client'
  readonly clientSecret = 'clio-client-secret-0001'
  readonly #codes = new Map<string, string>()
  readonly #now: () => number
  #access = ''
  #accessUntilMs = 0
  #refresh = ''
  /** The person's next answer. */
  declines = false

  constructor(now: () => number) {
    this.#now = now
  }

  isValid = (authorization: string | undefined): boolean =>
    this.#access !== '' && authorization === `Bearer ${this.#access}` && this.#now() < this.#accessUntilMs

  /** Ends all access, as when a person removes the app. */
  revoke(): void {
    this.#access = ''
    this.#refresh = ''
  }

  /** Lets the access token expire; the refresh token stays. */
  expire(): void {
    this.#accessUntilMs = 0
  }

  /** Where a person agrees. They are sent back at once. */
  consent(url: URL, reply: ServerResponse): void {
    const ask = (name: string) => url.searchParams.get(name) ?? ''
    if (ask('client_id') !== this.clientId || ask('response_type') !== 'code' || !ask('state')) {
      reply.writeHead(400).end('invalid_request')
      return
    }
    const back = new URL(ask('redirect_uri'))
    back.searchParams.set('state', ask('state'))
    if (this.declines) back.searchParams.set('error', 'access_denied')
    else {
      const code = randomBytes(18).toString('base64url')
      this.#codes.set(code, ask('redirect_uri'))
      back.searchParams.set('code', code)
    }
    reply.writeHead(302, { location: back.href }).end()
  }

  exchange(form: URLSearchParams): [number, object] {
    if (form.get('client_id') !== this.clientId || form.get('client_secret') !== this.clientSecret)
      return [401, { error: 'invalid_client' }]
    const isCode = form.get('grant_type') === 'authorization_code'
    if (isCode ? !this.#takeCode(form) : form.get('refresh_token') !== this.#refresh || this.#refresh === '')
      return [400, { error: 'invalid_grant' }]
    this.#access = randomBytes(24).toString('base64url')
    this.#accessUntilMs = this.#now() + ACCESS_S * 1000
    if (this.#refresh === '') this.#refresh = randomBytes(24).toString('base64url')
    const answer = { token_type: 'bearer', access_token: this.#access, expires_in: ACCESS_S }
    return [200, isCode ? { ...answer, refresh_token: this.#refresh } : answer]
  }

  #takeCode(form: URLSearchParams): boolean {
    const code = form.get('code') ?? ''
    const redirectUri = this.#codes.get(code)
    this.#codes.delete(code)
    return redirectUri !== undefined && redirectUri === form.get('redirect_uri')
  }
}
