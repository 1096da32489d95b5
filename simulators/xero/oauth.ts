import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { sendChoice } from '../books/html.ts'
import type { Books } from './books.ts'

const ACCESS_S = 1800

interface Consent {
  readonly challenge: string
  readonly redirectUri: string
  readonly tenantId: string
}

interface Connected {
  readonly id: string
  readonly eventId: string
}

/** Xero's identity service: consents, tokens that rotate, and which organisations they reach. */
export class Identity {
  readonly clientId = 'xero-client'
  readonly clientSecret = 'xero-client-secret-0001'
  readonly #organisations: readonly Books[]
  readonly #codes = new Map<string, Consent>()
  readonly #connected = new Map<string, Connected>()
  /** Access tokens by their refresh tokens: each consent has tokens of its own. */
  readonly #tokens = new Map<string, string>()

  constructor(organisations: readonly Books[]) {
    this.#organisations = organisations
  }

  isValid = (authorization: string | undefined): boolean =>
    [...this.#tokens.values()].some((access) => authorization === `Bearer ${access}`)

  isConnected = (tenantId: string): boolean => this.#connected.has(tenantId)

  /** Ends all tokens, as when a person removes the app. */
  revoke(): void {
    this.#tokens.clear()
    this.#connected.clear()
  }

  /** Ends the access to one organisation, while the tokens stay. */
  disconnect(tenantId: string): void {
    this.#connected.delete(tenantId)
  }

  /** Where a person chooses an organisation and agrees. With only one they are sent back at once. */
  consent(url: URL, reply: ServerResponse): unknown {
    const ask = (name: string) => url.searchParams.get(name) ?? ''
    const chosen =
      ask('organisation') || (this.#organisations.length === 1 ? this.#organisations[0]!.tenantId : '')
    if (
      ask('client_id') !== this.clientId ||
      ask('code_challenge_method') !== 'S256' ||
      !ask('code_challenge')
    ) {
      return reply.writeHead(400).end('invalid_request')
    }
    if (chosen === '') {
      const of = this.#organisations.map(({ tenantId, name }) => [tenantId, name] as const)
      return sendChoice(reply, 'Xero', url, { name: 'organisation', heading: 'Choose an organisation', of })
    }
    const code = randomBytes(24).toString('base64url')
    const redirectUri = ask('redirect_uri')
    this.#codes.set(code, { challenge: ask('code_challenge'), redirectUri, tenantId: chosen })
    const back = new URL(redirectUri)
    back.searchParams.set('code', code)
    back.searchParams.set('scope', ask('scope'))
    back.searchParams.set('state', ask('state'))
    return reply.writeHead(302, { location: back.href }).end()
  }

  /** Exchanges a code or the refresh token, which works once. */
  exchange(form: URLSearchParams, authorization: string | undefined): [number, object] {
    const basic = Buffer.from(`${this.clientId}:${this.clientSecret}`).toString('base64')
    if (authorization !== `Basic ${basic}`) return [401, { error: 'invalid_client' }]
    const eventId =
      form.get('grant_type') === 'authorization_code' ? this.#takeCode(form) : this.#takeRefresh(form)
    if (eventId === null) return [400, { error: 'invalid_grant' }]
    const claims = Buffer.from(JSON.stringify({ authentication_event_id: eventId })).toString('base64url')
    const access = `eyJhbGciOiJub25lIn0.${claims}.${randomBytes(16).toString('base64url')}`
    const refresh = randomBytes(24).toString('base64url')
    this.#tokens.set(refresh, access)
    return [
      200,
      {
        access_token: access,
        refresh_token: refresh,
        expires_in: ACCESS_S,
        token_type: 'Bearer',
      },
    ]
  }

  #takeCode(form: URLSearchParams): string | null {
    const code = form.get('code') ?? ''
    const consent = this.#codes.get(code)
    this.#codes.delete(code)
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    if (!consent || consent.challenge !== challenge || consent.redirectUri !== form.get('redirect_uri'))
      return null
    const eventId = randomUUID()
    this.#connected.set(consent.tenantId, { id: randomUUID(), eventId })
    return eventId
  }

  #takeRefresh(form: URLSearchParams): string | null {
    return this.#tokens.delete(form.get('refresh_token') ?? '') ? randomUUID() : null
  }

  /** Lists the connections, of one consent where its id is given. */
  connections(eventId: string | null): object[] {
    return [...this.#connected].flatMap(([tenantId, connected]) => {
      const books = this.#organisations.find((one) => one.tenantId === tenantId)
      return books && (eventId === null || connected.eventId === eventId)
        ? [
            {
              id: connected.id,
              tenantId,
              tenantType: 'ORGANISATION',
              tenantName: books.name,
              authEventId: connected.eventId,
            },
          ]
        : []
    })
  }

  removeConnection(id: string): boolean {
    for (const [tenantId, connected] of this.#connected)
      if (connected.id === id) return this.#connected.delete(tenantId)
    return false
  }
}
