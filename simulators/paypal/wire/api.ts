import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Business } from '../state/business.ts'
import type { World } from '../state/world.ts'
import type { Reply, Route } from './call.ts'
import { FaultQueue, type PayPalFault } from './faults.ts'
import { RequestIds } from './idempotency.ts'
import { PayPalError } from './paypal-error.ts'

export interface ApiRequest {
  readonly method: string
  readonly path: string
  /** Query without its question mark. */
  readonly query: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface ApiAnswer {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** Answers the calls of PayPal's REST interface. */
export class PayPalApi {
  readonly faults = new FaultQueue()
  /** Number of answered calls by method and path pattern. */
  readonly calls = new Map<string, number>()
  readonly #world: World
  readonly #routes: readonly (Route & { readonly pattern: RegExp })[]
  readonly #requestIds = new RequestIds()

  constructor(world: World, routes: readonly Route[]) {
    this.#world = world
    this.#routes = routes.map((route) => ({
      ...route,
      pattern: new RegExp(`^${route.path.replaceAll(':id', '([^/]+)')}$`),
    }))
  }

  /** Returns the answer, or null when the connection shall be closed without one. */
  async answer(request: ApiRequest): Promise<ApiAnswer | null> {
    const fault = this.faults.take(request.method, request.path)
    if (fault?.kind === 'refuse-connection') return null
    try {
      const answer = await this.#execute(request, fault)
      return fault?.kind === 'lose-answer' ? null : answer
    } catch (error) {
      if (!(error instanceof PayPalError)) throw error
      return { status: error.status, body: JSON.stringify(error.body()), headers: error.headers }
    }
  }

  async #execute(request: ApiRequest, fault: PayPalFault | undefined): Promise<ApiAnswer> {
    const { method, path, headers } = request
    if (method === 'POST' && path === '/v1/oauth2/token') {
      this.#count('POST /v1/oauth2/token')
      await this.#wait()
      if (fault?.kind === 'answer') throw failureOf(fault)
      return this.#token(request)
    }
    const route = this.#routes.find((one) => one.method === method && one.pattern.test(path))
    if (!route) throw new PayPalError(404, 'INVALID_RESOURCE_ID')
    this.#count(`${method} ${route.path}`)
    const { business, byPartner } = this.#authenticate(headers)
    if (fault?.kind === 'answer') {
      await this.#wait()
      throw failureOf(fault)
    }
    const call = {
      world: this.#world,
      business,
      byPartner,
      ids: route.pattern.exec(path)!.slice(1).map(decodeURIComponent),
      query: new URLSearchParams(request.query),
      body: readBody(request),
      json: request.body,
    }
    const key = headers['paypal-request-id']
    const reply =
      route.keptMs === undefined || typeof key !== 'string'
        ? await this.#wait().then(() => route.handle(call))
        : await this.#runOnce(`${business?.merchantId} ${path} ${key}`, route.keptMs, () =>
            route.handle(call),
          )
    return {
      status: reply.status,
      body: reply.body === null ? '' : JSON.stringify(reply.body),
      headers: {},
    }
  }

  async #runOnce(name: string, keptMs: number, run: () => Reply): Promise<Reply> {
    const kept = this.#requestIds.reserve(name, this.#world.nowMs, keptMs)
    if (kept !== null) return kept
    let reply: Reply | null = null
    try {
      await this.#wait()
      reply = structuredClone(run())
      return reply
    } finally {
      this.#requestIds.finish(name, reply)
    }
  }

  #token({ headers, body }: ApiRequest): ApiAnswer {
    const [, basic = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? []
    const [clientId = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':')
    const issued =
      new URLSearchParams(body).get('grant_type') === 'client_credentials'
        ? this.#world.issueToken(clientId, secret)
        : null
    const answer = issued
      ? {
          scope: issued.scope,
          access_token: issued.token,
          token_type: 'Bearer',
          expires_in: issued.expiresIn,
        }
      : { error: 'invalid_client', error_description: 'Client Authentication failed' }
    return { status: issued ? 200 : 401, body: JSON.stringify(answer), headers: {} }
  }

  /** Returns the business of the token, or the one that a partner names. */
  #authenticate(headers: IncomingHttpHeaders): { business: Business | null; byPartner: boolean } {
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? []
    const caller = this.#world.callerOfToken(token)
    if (caller === null) throw new PayPalError(401, 'TOKEN_EXPIRED')
    if (caller.kind === 'business') return { business: caller.business, byPartner: false }
    const assertion = headers['paypal-auth-assertion']
    if (typeof assertion !== 'string') return { business: null, byPartner: true }
    const { iss, payer_id } = readAssertion(assertion)
    const business = this.#world.connectedBusiness(payer_id ?? '')
    if (iss !== this.#world.partner.clientId || !business) throw new PayPalError(403, 'PERMISSION_DENIED')
    return { business, byPartner: true }
  }

  #count(name: string): void {
    this.calls.set(name, (this.calls.get(name) ?? 0) + 1)
  }

  async #wait(): Promise<void> {
    const { latencyMs } = this.#world.switches
    if (latencyMs > 0) await sleep(latencyMs)
  }
}

function readBody({ body, headers }: ApiRequest): unknown {
  if (body === '') return null
  if (!headers['content-type']?.startsWith('application/json'))
    throw new PayPalError(400, 'MALFORMED_REQUEST_JSON')
  try {
    return JSON.parse(body)
  } catch {
    throw new PayPalError(400, 'MALFORMED_REQUEST_JSON')
  }
}

function readAssertion(assertion: string): { iss?: string; payer_id?: string } {
  try {
    return JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()) as object
  } catch {
    return {}
  }
}

const failureOf = ({ status = 500, retryAfterSeconds }: PayPalFault): PayPalError =>
  new PayPalError(
    status,
    status === 429 ? 'RATE_LIMIT_REACHED' : 'INTERNAL_SERVICE_ERROR',
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
  )
