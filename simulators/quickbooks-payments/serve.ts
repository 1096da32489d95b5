import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Grants } from '../quickbooks/grants.ts'
import type { FaultQueue } from '../stripe/wire/faults.ts'
import { type ApiCall, type Reply, ROUTES, refused } from './api.ts'
import { makeToken } from './make-token.ts'
import { REQUESTS } from './shapes.ts'
import type { PaymentsWorld } from './world.ts'

export const PAYMENTS = '/quickbooks/v4/'
export const PAYMENT_SCOPE = 'com.intuit.quickbooks.payment'

export interface PaymentsServing {
  readonly world: PaymentsWorld
  readonly grants: Grants
  readonly faults: FaultQueue
  readonly calls: Map<string, number>
  readonly violations: string[]
  readonly latency: { ms: number }
}

const TOKENS = 'POST payments/tokens'
/** A page of another origin may make tokens, and nothing else. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'content-type, request-id',
  'access-control-allow-methods': 'POST',
}

/** Answers one call of the product or of a browser. */
export async function servePayments(
  on: PaymentsServing,
  request: IncomingMessage,
  reply: ServerResponse,
  text: string,
): Promise<void> {
  const { method = 'GET' } = request
  const path = new URL(request.url ?? '/', 'http://simulator').pathname
  if (method === 'OPTIONS') return void reply.writeHead(204, CORS).end()
  await new Promise((resolve) => setTimeout(resolve, on.latency.ms))
  const fault = on.faults.take(method, path)
  if (fault?.kind === 'refuse-connection') return void reply.destroy()
  if (fault?.kind === 'answer') {
    const { status = 500, retryAfterSeconds } = fault
    const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
    reply.writeHead(status, { 'content-type': 'application/json', ...headers })
    reply.end(JSON.stringify(refused(status, 'PMT-6000', 'system_error', 'Try again later.').json))
    return
  }
  on.world.settleDue()
  const { route, ids } = routeOf(method, path.slice(PAYMENTS.length))
  const answered = answer(on, request, { route, ids, text })
  if (fault?.kind === 'lose-answer') return void reply.destroy()
  reply.writeHead(answered.status, {
    'content-type': 'application/json',
    intuit_tid: 'simulated',
    ...(route === TOKENS && CORS),
  })
  reply.end(JSON.stringify(answered.json))
}

interface Given {
  readonly route: string
  readonly ids: readonly string[]
  readonly text: string
}

function answer(on: PaymentsServing, { headers }: IncomingMessage, { route, ids, text }: Given): Reply {
  const { world, violations, grants } = on
  on.calls.set(route, (on.calls.get(route) ?? 0) + 1)
  const body: unknown = text === '' ? {} : JSON.parse(text)
  const wrong = REQUESTS[route]?.safeParse(body)
  if (wrong?.success === false) {
    violations.push(`${route}: ${wrong.error.message}`)
    return refused(400, 'PMT-4002', 'invalid_request', 'The request is invalid.')
  }
  const requestId = String(headers['request-id'] ?? '')
  if (!/^[\w-]{1,50}$/.test(requestId)) violations.push(`${route}: Request-Id is missing or too long`)
  if (route === TOKENS) {
    if (headers.authorization !== undefined) violations.push('A token is made without access')
    return makeToken(world, body as never)
  }
  const realmId = grants.realmOf(headers.authorization, PAYMENT_SCOPE)
  if (realmId === null)
    return { status: 401, json: { code: 'AuthenticationFailed', type: 'INPUT', message: null } }
  const handle = ROUTES[route]
  if (!handle) {
    violations.push(`${route}: QuickBooks Payments has no such call`)
    return refused(404, 'PMT-4001', 'invalid_request', 'Object not found.')
  }
  const call: ApiCall = { world, realmId, ids, requestId, body: body as ApiCall['body'] }
  return route.startsWith('POST') ? once(call, text, violations, handle) : handle(call)
}

/** The same Request-Id gets the first answer. With another body it is an error of the caller. */
function once(call: ApiCall, body: string, violations: string[], handle: (call: ApiCall) => Reply): Reply {
  const { world, realmId, requestId } = call
  const key = `${realmId} ${requestId}`
  const before = world.answers.get(key)
  if (before && before.body !== body) violations.push(`Request-Id ${requestId} came with another body`)
  if (before) return before
  const made = handle(call)
  world.answers.set(key, { body, ...made })
  return made
}

/** Finds the call of a path: each id in it becomes `:id`. */
function routeOf(method: string, path: string): { route: string; ids: readonly string[] } {
  const ids: string[] = []
  const parts = path.split('/')
  const named = parts.map((part, at) => {
    const before = parts[at - 1] ?? ''
    const follows = ['charges', 'echecks', 'txn-requests', 'customers', 'cards', 'bank-accounts']
    if (!follows.includes(before) || part === 'createFromToken') return part
    ids.push(decodeURIComponent(part))
    return ':id'
  })
  return { route: `${method} ${named.join('/')}`, ids }
}
