import { createHmac, hash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { identityPage, readIdentityForm, SIMULATED_CLIENT, type SimulatedPerson } from './people.ts'
import { readBody } from './read-body.ts'

interface Granted {
  readonly person: SimulatedPerson
  readonly redirectUrl: string
  readonly challenge: string
}

const VERSION = 'v26.0'

/** Simulates Facebook Login as documented: OAuth 2 and a Graph API that requires the appsecret_proof. */
export class FacebookSimulator {
  readonly #issuer: string
  readonly #redirectUrls: readonly string[]
  readonly #codes = new Map<string, Granted>()
  readonly #tokens = new Map<string, SimulatedPerson>()

  constructor(given: { issuer: string; redirectUrls: readonly string[] }) {
    this.#issuer = given.issuer
    this.#redirectUrls = given.redirectUrls
  }

  /** Handles a request below the issuer's path, which `url` no longer contains. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.#issuer)
    const body = await readBody(request)
    const form = new URLSearchParams(body)
    if (url.pathname === `/${VERSION}/dialog/oauth`)
      return send(response, this.#dialog(url.searchParams, request.method === 'POST' ? body : null))
    if (url.pathname === `/${VERSION}/oauth/access_token`) return send(response, this.#exchange(form))
    if (url.pathname === `/${VERSION}/me`) return send(response, this.#me(form))
    return send(response, { status: 404, json: { error: {} } })
  }

  #dialog(query: URLSearchParams, sent: string | null): Reply {
    const redirectUrl = query.get('redirect_uri') ?? ''
    if (query.get('client_id') !== SIMULATED_CLIENT.id || !this.#redirectUrls.includes(redirectUrl))
      return { status: 400, html: 'This app or its address is not known.' }
    if (sent === null) {
      const action = `${this.#issuer}/${VERSION}/dialog/oauth?${query}`.replaceAll('&', '&amp;')
      return { status: 200, html: identityPage(action, 'Facebook') }
    }
    const person = readIdentityForm(sent)
    const back = new URL(redirectUrl)
    back.searchParams.set('state', query.get('state') ?? '')
    if (person === null) {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_reason', 'user_denied')
    } else {
      const code = randomBytes(24).toString('base64url')
      this.#codes.set(code, { person, redirectUrl, challenge: query.get('code_challenge') ?? '' })
      back.searchParams.set('code', code)
    }
    return { status: 302, location: back.href }
  }

  #exchange(form: URLSearchParams): Reply {
    const granted = this.#codes.get(form.get('code') ?? '')
    this.#codes.delete(form.get('code') ?? '')
    const good =
      granted !== undefined &&
      form.get('client_id') === SIMULATED_CLIENT.id &&
      form.get('client_secret') === SIMULATED_CLIENT.secret &&
      form.get('redirect_uri') === granted.redirectUrl &&
      hash('sha256', form.get('code_verifier') ?? '', 'base64url') === granted.challenge
    if (!good) return { status: 400, json: { error: { type: 'OAuthException', code: 100 } } }
    const token = randomBytes(24).toString('base64url')
    this.#tokens.set(token, granted.person)
    return { status: 200, json: { access_token: token, token_type: 'bearer', expires_in: 5_000_000 } }
  }

  #me(form: URLSearchParams): Reply {
    const token = form.get('access_token') ?? ''
    const person = this.#tokens.get(token)
    const proof = createHmac('sha256', SIMULATED_CLIENT.secret).update(token).digest('hex')
    if (!person || form.get('appsecret_proof') !== proof || form.get('method') !== 'get')
      return { status: 400, json: { error: { type: 'OAuthException', code: 190 } } }
    const { subject: id, email, firstName: first_name, lastName: last_name } = person
    return { status: 200, json: { id, email, first_name, last_name } }
  }
}

interface Reply {
  readonly status: number
  readonly html?: string
  readonly json?: object
  readonly location?: string
}

function send(response: ServerResponse, { status, html, json, location }: Reply): void {
  response.writeHead(status, {
    'content-type': html === undefined ? 'application/json' : 'text/html; charset=utf-8',
    ...(location !== undefined && { location }),
  })
  response.end(html ?? (json ? JSON.stringify(json) : ''))
}
