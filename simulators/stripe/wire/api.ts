import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountState } from '../state/account-state.ts'
import { newId } from '../state/ids.ts'
import { API_VERSION, type World } from '../state/world.ts'
import { expandAnswer } from './answer-shapes.ts'
import { authenticate, keyOf } from './authenticate.ts'
import type { Route } from './call.ts'
import { FaultQueue, type StripeFault } from './faults.ts'
import { parseForm } from './form.ts'
import { type Answer, IdempotencyKeys } from './idempotency.ts'
import { Parameters } from './parameters.ts'
import { invalidRequest, StripeError } from './stripe-error.ts'

export interface ApiRequest {
  readonly method: string
  readonly path: string
  /** Query without its question mark. */
  readonly query: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answers the calls below /v1. */
export class StripeApi {
  readonly faults = new FaultQueue()
  /** Number of answered calls by method and path pattern. */
  readonly calls = new Map<string, number>()
  readonly #world: World
  readonly #routes: readonly (Route & { readonly pattern: RegExp })[]
  readonly #keys = new IdempotencyKeys()

  constructor(world: World, routes: readonly Route[]) {
    this.#world = world
    // A fixed path such as /search goes before the one with an id.
    this.#routes = routes
      .map((route) => ({ ...route, pattern: new RegExp(`^${route.path.replace(':id', '(?<id>[^/]+)')}$`) }))
      .toSorted((one, other) => Number(one.path.includes(':id')) - Number(other.path.includes(':id')))
  }

  /** Returns the answer, or null when the connection shall be closed without one. */
  async answer(request: ApiRequest): Promise<Answer | null> {
    const requestId = newId('req')
    this.#world.advance(0)
    const fault = this.faults.take(request.method, request.path)
    if (fault?.kind === 'refuse-connection') return null
    try {
      const answer = await this.#execute(request, requestId, fault)
      return fault?.kind === 'lose-answer' ? null : answer
    } catch (error) {
      if (!(error instanceof StripeError)) throw error
      return errorAnswer(error, requestId)
    }
  }

  async #execute(request: ApiRequest, requestId: string, fault: StripeFault | undefined): Promise<Answer> {
    const { method, path, headers } = request
    const route = this.#routes.find((one) => one.method === method && one.pattern.test(path))
    if (route === undefined) throw invalidRequest(`Unrecognized request URL (${method}: ${path}).`, {}, 404)
    const counted = `${method} ${route.path}`
    this.calls.set(counted, (this.calls.get(counted) ?? 0) + 1)
    const values = parseForm(method === 'GET' ? request.query : request.body)
    const { key, _stripe_account: named, ...own } = values
    const sentKey = keyOf(headers.authorization) ?? (typeof key === 'string' ? key : undefined)
    const account = headers['stripe-account'] ?? named
    const { state, publishable } = authenticate(
      this.#world,
      sentKey,
      typeof account === 'string' ? account : undefined,
    )
    if (publishable && !route.browser)
      throw invalidRequest(
        'This API call cannot be made with a publishable API key. Please use a secret API key.',
        { code: 'secret_key_required' },
        401,
      )
    checkVersion(headers['stripe-version'])
    const idempotencyKey = headers['idempotency-key']
    const run = (): Answer =>
      fault?.kind === 'answer'
        ? errorAnswer(failureOf(fault), requestId)
        : this.#run(
            route,
            path,
            { state, publishable, params: new Parameters(own) },
            requestId,
            idempotencyKey,
          )
    if (method === 'GET' || typeof idempotencyKey !== 'string') {
      await this.#wait()
      return run()
    }
    return this.#runOnce(state, idempotencyKey, `${method} ${path} ${request.body}`, run)
  }

  async #runOnce(state: AccountState, key: string, fingerprint: string, run: () => Answer): Promise<Answer> {
    const stored = this.#keys.reserve(state.id, key, fingerprint, this.#world.nowMs)
    if (stored !== null) return { ...stored, headers: { ...stored.headers, 'idempotent-replayed': 'true' } }
    let answer: Answer | null = null
    try {
      await this.#wait()
      answer = run()
      return answer
    } finally {
      this.#keys.finish(state.id, key, answer !== null && isStored(answer) ? answer : null)
    }
  }

  #run(
    route: Route & { readonly pattern: RegExp },
    path: string,
    given: { state: AccountState; publishable: boolean; params: Parameters },
    requestId: string,
    idempotencyKey: string | string[] | undefined,
  ): Answer {
    const id = decodeURIComponent(route.pattern.exec(path)?.groups?.id ?? '')
    this.#world.request = {
      id: requestId,
      idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : null,
    }
    try {
      const answer = route.handle({ world: this.#world, id, ...given })
      const body = JSON.stringify(expandAnswer(answer, given.params.list('expand'), given.state), null, 2)
      return { status: 200, body, headers: { 'request-id': requestId } }
    } catch (error) {
      if (error instanceof StripeError) return errorAnswer(error, requestId)
      throw error
    } finally {
      this.#world.request = null
    }
  }

  async #wait(): Promise<void> {
    const { latencyMs } = this.#world.switches
    if (latencyMs > 0) await sleep(latencyMs)
  }
}

function checkVersion(version: string | string[] | undefined): void {
  if (version !== undefined && version !== API_VERSION)
    throw invalidRequest(`Invalid Stripe API version: ${version}`, {})
}

/** An answer is stored once the call was executed; a refused parameter and a full server leave the key free. */
const isStored = ({ status, body }: Answer): boolean =>
  status < 400 ||
  status === 402 ||
  status === 404 ||
  status === 500 ||
  (status === 400 && !body.includes('"parameter_'))

function failureOf(fault: StripeFault): StripeError {
  const status = fault.status ?? 500
  const headers: Record<string, string> =
    fault.retryAfterSeconds === undefined ? {} : { 'retry-after': String(fault.retryAfterSeconds) }
  if (status !== 429)
    return new StripeError(
      status,
      { type: 'api_error', message: 'An unknown error occurred. Please try again later.' },
      headers,
    )
  return new StripeError(
    status,
    {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message:
        'Request rate limit exceeded. Learn more about rate limits here https://stripe.com/docs/rate-limits.',
    },
    headers,
  )
}

const errorAnswer = ({ status, error, headers }: StripeError, requestId: string): Answer => ({
  status,
  body: JSON.stringify(
    { error: { ...error, request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}` } },
    null,
    2,
  ),
  headers: { ...headers, 'request-id': requestId },
})
