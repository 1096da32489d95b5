import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { FaultQueue } from '../stripe/wire/faults.ts'
import { type ApiCall, credentialsOf, type Reply, ROUTES, refused } from './api.ts'
import { readBrowserFile } from './browser/browser-files.ts'
import { makeToken } from './make-token.ts'
import { deauthorize, decide, giveToken, type PageReply, showConsent } from './oauth.ts'
import { REQUESTS } from './shapes.ts'
import type { World } from './world.ts'

export interface Serving {
  readonly world: World
  readonly faults: FaultQueue
  readonly calls: Map<string, number>
  readonly violations: string[]
  latencyMs(): number
}

/** Answers one request of the product, of a browser's script, or of a person. */
export async function serve(on: Serving, request: IncomingMessage, reply: ServerResponse): Promise<void> {
  const method = request.method ?? 'GET'
  const [path = '/', search = ''] = (request.url ?? '/').split(/\?(.*)/s)
  const text = (await buffer(request)).toString()
  const file = method === 'GET' ? readBrowserFile(path) : null
  if (file) {
    reply.writeHead(200, { 'content-type': file.type, 'cache-control': 'no-store' })
    reply.end(file.body)
    return
  }
  await new Promise((resolve) => setTimeout(resolve, on.latencyMs()))
  const fault = on.faults.take(method, path)
  if (fault?.kind === 'refuse-connection') return void reply.destroy()
  if (fault?.kind === 'answer') {
    const { status = 500, retryAfterSeconds } = fault
    const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
    reply.writeHead(status, { 'content-type': 'application/json', ...headers })
    reply.end(JSON.stringify({ messages: [{ code: 'try_again' }] }))
    return
  }
  on.world.settleDue()
  const answered = answer(on, {
    method,
    path,
    search,
    text,
    authorization: request.headers.authorization ?? '',
  })
  if (fault?.kind === 'lose-answer') return void reply.destroy()
  reply.writeHead(answered.status, {
    'content-type': answered.html === undefined ? 'application/json' : 'text/html; charset=utf-8',
    ...(answered.location !== undefined && { location: answered.location }),
  })
  reply.end(answered.html ?? JSON.stringify(answered.json ?? {}))
}

interface Given {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly text: string
  readonly authorization: string
}

function answer(on: Serving, given: Given): PageReply {
  const { world } = on
  const { method, path, search, text } = given
  if (path === '/oauth/authorize')
    return method === 'GET'
      ? showConsent(world, new URLSearchParams(search))
      : decide(world, new URLSearchParams(text))
  const { route, ids } = routeOf(method, path)
  on.calls.set(route, (on.calls.get(route) ?? 0) + 1)
  const body: unknown = text === '' ? {} : JSON.parse(text)
  const wrong = REQUESTS[route]?.safeParse(body)
  if (wrong?.success === false) {
    on.violations.push(`${route}: ${wrong.error.message}`)
    return refused('invalid_request', 400)
  }
  const bearer = given.authorization.replace(/^Bearer /, '')
  if (route === 'POST /oauth/token') return giveToken(world, body as never)
  if (route === 'POST /v1/tokens') return makeToken(world, given.authorization, body as never)
  if (route === 'GET /api/v1/chargeio_credentials') {
    const firm = world.firms.get(world.accessTokens.get(bearer) ?? '')
    return firm?.connected ? credentialsOf(firm) : { status: 401, json: {} }
  }
  if (route === 'DELETE /api/v1/merchants/:id/deauthorize_application')
    return deauthorize(world, ids[0]!, bearer)
  return answerFirm(on, given, { route, ids, body })
}

function answerFirm(
  { world, violations }: Serving,
  { authorization, search }: Given,
  { route, ids, body }: { route: string; ids: readonly string[]; body: unknown },
): Reply {
  const [key = ''] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')
  const firm = world.firmOfKey(key)
  if (!firm) return refused('not_authorized', 401)
  const handle = ROUTES[route]
  if (!handle) {
    violations.push(`${route}: LawPay has no such call`)
    return refused('resource_not_found', 404)
  }
  return handle({ world, firm, ids, query: new URLSearchParams(search), body: body as ApiCall['body'] })
}

/** Finds the call of a path: each id in it becomes `:id`. */
function routeOf(method: string, path: string): { route: string; ids: readonly string[] } {
  const ids: string[] = []
  const parts = path.split('/').map((part) => {
    if (!/^(chg|rfd|card|bank|evt|m_pub|token)_[0-9a-f]{24}$/.test(part)) return part
    ids.push(part)
    return ':id'
  })
  return { route: `${method} ${parts.join('/')}`, ids }
}
