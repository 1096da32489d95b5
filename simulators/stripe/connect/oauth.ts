import { escapeHtml } from '../../pages/escape-html.ts'
import { randomText } from '../state/ids.ts'
import type { World } from '../state/world.ts'
import { keyOf } from '../wire/authenticate.ts'
import { htmlPage, type PageReply } from './html.ts'

const CODE_SECONDS = 300

interface Granted {
  readonly accountId: string
  readonly scope: string
  readonly expiresAt: number
}

/** Simulates Connect's OAuth: the page of consent, the exchange of codes and the disconnection. */
export class ConnectOAuth {
  readonly #world: World
  readonly #codes = new Map<string, Granted>()
  readonly #usedCodes = new Set<string>()

  constructor(world: World) {
    this.#world = world
  }

  /** Answers GET /oauth/authorize with the page of consent. */
  showConsent(query: URLSearchParams): PageReply {
    const problem = this.#findProblem(query)
    if (problem !== null) return { status: 400, json: problem }
    const disconnected = [...this.#world.accounts.values()].filter(({ connected }) => !connected)
    const options = disconnected.map(
      ({ account }) =>
        `<option value="${account.id}">${escapeHtml(String(account.email ?? account.id))}</option>`,
    )
    const hidden = [...query].map(
      ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
    )
    return {
      status: 200,
      html: htmlPage(
        'Connect your account to Quittance',
        `<p>Quittance (${escapeHtml(this.#world.clientId)}) wants to accept payments for you and to read and write your Stripe data.</p>
<form method="post" action="/oauth/authorize">${hidden.join('')}
<label>Stripe account <select name="account"><option value="">New test account</option>${options.join('')}</select></label>
<p><button class="main" name="decision" value="connect">Connect</button><button name="decision" value="cancel">Cancel</button></p></form>`,
      ),
    }
  }

  /** Answers the page's form with a redirect to the platform. */
  decide(form: URLSearchParams): PageReply {
    const problem = this.#findProblem(form)
    if (problem !== null) return { status: 400, json: problem }
    const back = new URL(form.get('redirect_uri')!)
    const state = form.get('state')
    if (form.get('decision') !== 'connect') {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'The user denied your request')
    } else {
      const scope = form.get('scope') || 'read_only'
      const chosen = this.#world.accounts.get(form.get('account') ?? '')
      const { id } =
        chosen ??
        this.#world.addAccount({ connected: false, charges_enabled: true, email: 'owner@example.com' })
      const code = `ac_${randomText(32)}`
      this.#codes.set(code, { accountId: id, scope, expiresAt: this.#world.now + CODE_SECONDS })
      back.searchParams.set('scope', scope)
      back.searchParams.set('code', code)
    }
    if (state !== null) back.searchParams.set('state', state)
    return { status: 302, location: back.href }
  }

  /** Answers POST /oauth/token. */
  exchange(form: URLSearchParams, authorization: string | undefined): PageReply {
    const secret = form.get('client_secret') ?? keyOf(authorization)
    if (secret !== this.#world.apiKey)
      return refuse(
        401,
        'invalid_client',
        "No such API key: the client_secret doesn't match a key of this platform",
      )
    switch (form.get('grant_type')) {
      case 'authorization_code':
        return this.#exchangeCode(form.get('code') ?? '')
      case 'refresh_token':
        return this.#refresh(form.get('refresh_token') ?? '')
      default:
        return refuse(400, 'unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
    }
  }

  /** Answers POST /oauth/deauthorize. */
  disconnect(form: URLSearchParams, authorization: string | undefined): PageReply {
    if (keyOf(authorization) !== this.#world.apiKey)
      return refuse(401, 'invalid_client', 'The API key is not one of this platform')
    const id = form.get('stripe_user_id') ?? ''
    const state = this.#world.accounts.get(id)
    if (form.get('client_id') !== this.#world.clientId || !state?.connected)
      return refuse(
        401,
        'invalid_client',
        `This application is not connected to stripe account ${id}, or that account does not exist.`,
      )
    this.#world.endAccess(state)
    return { status: 200, json: { stripe_user_id: id } }
  }

  #exchangeCode(code: string): PageReply {
    const granted = this.#codes.get(code)
    this.#codes.delete(code)
    if (this.#usedCodes.has(code))
      return refuse(
        400,
        'invalid_grant',
        `This authorization code has already been used. All tokens issued with this code have been revoked.`,
      )
    if (granted === undefined || granted.expiresAt < this.#world.now)
      return refuse(400, 'invalid_grant', `Authorization code does not exist: ${code}`)
    this.#usedCodes.add(code)
    const state = this.#world.accounts.get(granted.accountId)!
    this.#world.grantAccess(state)
    return this.#tokens(granted.accountId, granted.scope)
  }

  #refresh(token: string): PageReply {
    const state = [...this.#world.accounts.values()].find(
      ({ connected, refreshToken }) => connected && refreshToken === token,
    )
    if (state === undefined) return refuse(400, 'invalid_grant', `Refresh token does not exist: ${token}`)
    this.#world.grantAccess(state)
    return this.#tokens(state.id, 'read_write')
  }

  #tokens(id: string, scope: string): PageReply {
    const { accessToken, refreshToken, publishableKey } = this.#world.accounts.get(id)!
    return {
      status: 200,
      json: {
        access_token: accessToken,
        livemode: false,
        refresh_token: refreshToken,
        token_type: 'bearer',
        stripe_publishable_key: publishableKey,
        stripe_user_id: id,
        scope,
      },
    }
  }

  #findProblem(query: URLSearchParams): object | null {
    const clientId = query.get('client_id')
    if (clientId !== this.#world.clientId)
      return {
        error: 'invalid_client',
        error_description: `No application matches the supplied client identifier: ${clientId}`,
      }
    if (query.get('response_type') !== 'code')
      return { error: 'unsupported_response_type', error_description: 'response_type must be code' }
    if (!['read_write', 'read_only', null].includes(query.get('scope')))
      return { error: 'invalid_scope', error_description: 'scope must be read_write or read_only' }
    if (!URL.canParse(query.get('redirect_uri') ?? ''))
      return { error: 'invalid_redirect_uri', error_description: 'Invalid redirect URI' }
    return null
  }
}

const refuse = (status: number, error: string, description: string): PageReply => ({
  status,
  json: { error, error_description: description },
})
