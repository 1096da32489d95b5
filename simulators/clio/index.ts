import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { TokenFaults } from '../identity/token-faults.ts'
import { answerCall } from './answer-call.ts'
import { Books, FIRST_FIRM } from './books.ts'
import type { Answered } from './call.ts'
import { type ExchangeCheck, loadContract } from './check-contract.ts'
import { Consents } from './oauth.ts'
import { servePage } from './pages.ts'
import { Refusal } from './refusal.ts'
import { Webhooks } from './webhooks.ts'

export { hasContract } from './check-contract.ts'

type ClioFault = 'limited' | 'unauthorized' | 'down' | 'forbidden'

export interface ClioSimulator {
  readonly origin: string
  /** Where exchanges deviated from Clio's published contract. */
  readonly violations: readonly string[]
  /** The books of the first firm. */
  readonly books: Books
  /** The books of the other firms of the same person. */
  readonly others: readonly Books[]
  readonly webhooks: Webhooks
  readonly consents: Consents
  /** Makes the next answers fail before anything is done. */
  failNext(...faults: readonly ClioFault[]): void
  /** Sets the calls that are left in this minute. */
  leaveCalls(left: number): void
  /** Paths of the calls that were made. */
  readonly calls: string[]
  /** Lets something happen before the next call whose path matches is answered. */
  beforeNext(path: RegExp, happen: () => Promise<unknown>): void
  /** Makes the next token calls fail before anything is done. */
  readonly failTokens: TokenFaults['add']
  /** Environment variables that connect the product. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

interface State {
  readonly firms: readonly Books[]
  readonly webhooks: ReadonlyMap<Books, Webhooks>
  readonly consents: Consents
  readonly faults: ClioFault[]
  readonly violations: string[]
  readonly tokenFaults: TokenFaults
  readonly calls: string[]
  readonly now: () => number
  before: { readonly path: RegExp; readonly happen: () => Promise<unknown> } | null
  left: number // not money: calls
  origin: string
}

interface Options {
  readonly now?: () => number
  readonly name?: string
  /** Names of further firms. */
  readonly others?: readonly string[]
}

function openState({ now = Date.now, name = 'Alder & Sons LLP', others = [] }: Options): State {
  const firms = [name, ...others].map((one, at) => new Books(one, now, FIRST_FIRM + at))
  return {
    firms,
    webhooks: new Map(firms.map((one) => [one, new Webhooks(one, now)])),
    consents: new Consents(now, firms),
    faults: [],
    violations: [],
    tokenFaults: new TokenFaults(),
    calls: [],
    now,
    before: null,
    left: 1_000_000,
    origin: '',
  }
}

/** Starts a stand-in for Clio's consent and API on loopback. */
export async function startClioSimulator(given: Options = {}): Promise<ClioSimulator> {
  const check = await loadContract()
  const state = openState(given)
  const [books, ...others] = state.firms as [Books, ...Books[]]
  const webhooks = state.webhooks.get(books)!
  const server = createServer((request, reply) => {
    void answer(request, reply, state, check)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  state.origin = origin
  return {
    origin,
    violations: state.violations,
    books,
    others,
    webhooks,
    consents: state.consents,
    calls: state.calls,
    failNext: (...faults) => {
      state.faults.push(...faults)
    },
    leaveCalls: (left) => {
      state.left = left
    },
    beforeNext: (path, happen) => {
      state.before = { path, happen }
    },
    failTokens: state.tokenFaults.add,
    env: {
      CLIO_CLIENT_ID: state.consents.clientId,
      CLIO_CLIENT_SECRET: state.consents.clientSecret,
      CLIO_REGION: 'us',
      CLIO_URL: origin,
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const API = '/api/v4'

async function answer(
  request: IncomingMessage,
  reply: ServerResponse,
  state: State,
  check: ExchangeCheck,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://simulator')
  const body = await text(request)
  const { consents, now } = state
  const { authorization } = request.headers
  const send = (status: number, value?: unknown, more: Record<string, string> = {}): void => {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      date: new Date(now()).toUTCString(),
      ...more,
    } // the simulator's own clock
    reply
      .writeHead(status, headers)
      .end(typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value))
  }
  if (url.pathname === '/oauth/authorize') return void consents.consent(url, reply)
  if (url.pathname === '/oauth/token' && state.tokenFaults.answer(reply)) return
  if (url.pathname === '/oauth/token') return send(...consents.exchange(new URLSearchParams(body)))
  if (url.pathname === '/oauth/deauthorize') {
    const firm = consents.firmOf(authorization)
    if (!firm) return send(401)
    consents.revoke(firm)
    return send(200)
  }
  if (url.pathname.startsWith('/nc/')) return void servePage(state.firms, request, url, body, reply)
  if (!url.pathname.startsWith(`${API}/`)) return send(404)
  state.calls.push(`${request.method} ${url.pathname.slice(API.length)}`)
  const { before } = state
  if (before?.path.test(url.pathname)) {
    state.before = null
    await before.happen()
  }
  const { status, text: sent, etag } = answerApi(request, url, body, state)
  if (status < 400)
    state.violations.push(
      ...check({
        method: request.method ?? 'GET',
        path: url.pathname.slice(API.length),
        query: url.searchParams,
        body,
        status,
        answer: sent,
      }),
    )
  send(status, sent, {
    ...limitHeaders(state),
    ...(etag !== undefined && { etag }),
    ...(status === 429 && { 'retry-after': '30' }),
  })
}

/** Each answer states the calls that are left until the minute ends. */
const limitHeaders = ({ left, now }: State): Record<string, string> => ({
  'x-ratelimit-limit': '50',
  'x-ratelimit-remaining': String(Math.max(0, left)),
  'x-ratelimit-reset': String(Math.ceil(now() / 60_000) * 60),
})

interface Done {
  readonly status: number // not money: a status
  readonly text: string
  readonly etag?: string | undefined
}

const refused = (refusal: Refusal): Done => ({ status: refusal.status, text: refusal.body() })

function answerApi(request: IncomingMessage, url: URL, body: string, state: State): Done {
  const fault = state.faults.shift()
  if (fault === 'down') return { status: 503, text: '' }
  if (fault === 'limited' || state.left <= 0)
    return refused(new Refusal(429, 'RateLimitError', 'Too many requests'))
  state.left -= 1
  const firm = state.consents.firmOf(request.headers.authorization)
  if (fault === 'unauthorized' || !firm)
    return refused(new Refusal(401, 'InvalidTokenError', 'The access token is invalid'))
  if (fault === 'forbidden')
    return refused(new Refusal(403, 'ForbiddenError', 'User is forbidden from taking that action'))
  try {
    const done: Answered = answerCall(firm, state.webhooks.get(firm)!, {
      method: request.method ?? 'GET',
      path: url.pathname.slice(API.length + 1),
      query: url.searchParams,
      headers: request.headers,
      body: body === '' ? {} : (JSON.parse(body) as Record<string, unknown>),
      origin: state.origin,
    })
    return { status: done.status, text: done.value ? JSON.stringify(done.value) : '', etag: done.etag }
  } catch (error) {
    if (error instanceof Refusal) return refused(error)
    throw error
  }
}
