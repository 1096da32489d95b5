import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { TokenFaults } from '../identity/token-faults.ts'
import { answerCall } from './answer-call.ts'
import { Books, Refusal } from './books.ts'
import { type ExchangeCheck, loadContract } from './check-contract.ts'
import { Identity } from './oauth.ts'
import { servePage } from './pages.ts'
import { type SignedMessage, signWebhook, WEBHOOK_KEY } from './webhooks.ts'

type XeroFault = 'lost' | 'limited' | 'unauthorized' | 'down'

export interface XeroSimulator {
  readonly origin: string
  /** Where exchanges deviated from Xero's published contract. */
  readonly violations: readonly string[]
  /** The books of the organisation that a person chooses. */
  readonly books: Books
  /** The books of the others that the same person keeps. */
  readonly others: readonly Books[]
  /** Makes the next answers fail: 'lost' after the work, the others before it. */
  failNext(...faults: readonly XeroFault[]): void
  /** Sets the calls that are left in this minute and on this day. */
  leaveCalls(left: { readonly minute?: number; readonly day?: number }): void
  /** Returns the headers and body of a webhook about these records of the organisation. */
  webhook(events: readonly { readonly category: string; readonly id: string }[]): SignedMessage
  /** Ends all access, as a person can do at Xero. */
  revokeAccess(): void
  /** Ends the access to the organisation, while the tokens stay. */
  disconnectOrganisation(): void
  /** Makes the next token calls fail before anything is done. */
  readonly failTokens: TokenFaults['add']
  /** Environment variables that connect the product. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

interface State {
  readonly organisations: readonly Books[]
  readonly identity: Identity
  readonly faults: XeroFault[]
  readonly violations: string[]
  readonly tokenFaults: TokenFaults
  readonly made: Map<string, { readonly body: string; readonly status: number; readonly answer: string }>
  readonly left: { minute: number; day: number }
}

/** Starts a stand-in for Xero's identity service and accounting API on loopback. Refresh tokens rotate at each use. */
export async function startXeroSimulator(
  given: {
    readonly now?: () => number
    readonly names?: readonly string[]
    /** Gives records the same ids at every start. */
    readonly seed?: string
  } = {},
): Promise<XeroSimulator> {
  const check = await loadContract()
  const now = given.now ?? Date.now
  const organisations = (given.names ?? ['Alder & Sons']).map((name) => new Books(name, now, given.seed))
  const state: State = {
    organisations,
    identity: new Identity(organisations),
    faults: [],
    violations: [],
    tokenFaults: new TokenFaults(),
    made: new Map(),
    left: { minute: 1_000_000, day: 1_000_000 },
  }
  const server = createServer((request, reply) => {
    void answer(request, reply, state, check)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [books, ...others] = organisations as [Books, ...Books[]]
  return {
    origin,
    violations: state.violations,
    books,
    others,
    failNext: (...faults) => {
      state.faults.push(...faults)
    },
    leaveCalls: (left) => {
      Object.assign(state.left, left)
    },
    webhook: (events) => signWebhook(books, events, now()),
    revokeAccess: () => state.identity.revoke(),
    disconnectOrganisation: () => state.identity.disconnect(books.tenantId),
    failTokens: state.tokenFaults.add,
    env: {
      XERO_BOOKS_CLIENT_ID: state.identity.clientId,
      XERO_BOOKS_CLIENT_SECRET: state.identity.clientSecret,
      XERO_BOOKS_AUTHORIZE_URL: `${origin}/identity/connect/authorize`,
      XERO_BOOKS_TOKEN_URL: `${origin}/connect/token`,
      XERO_BOOKS_API_URL: origin,
      XERO_BOOKS_APP_URL: origin,
      XERO_BOOKS_WEBHOOK_KEY: WEBHOOK_KEY,
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const API = '/api.xro/2.0'

async function answer(
  request: IncomingMessage,
  reply: ServerResponse,
  state: State,
  check: ExchangeCheck,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://simulator')
  const body = await text(request)
  const { identity } = state
  const { authorization } = request.headers
  const send = (status: number, value?: unknown): void => {
    reply
      .writeHead(status, { 'content-type': 'application/json' })
      .end(value === undefined ? '' : JSON.stringify(value))
  }
  if (url.pathname === '/identity/connect/authorize') {
    identity.consent(url, reply)
    return
  }
  if (url.pathname === '/connect/token' && state.tokenFaults.answer(reply)) return
  if (url.pathname === '/connect/token')
    return send(...identity.exchange(new URLSearchParams(body), authorization))
  if (url.pathname.startsWith('/connections')) {
    if (!identity.isValid(authorization)) return send(401)
    const id = url.pathname.split('/')[2]
    if (request.method === 'DELETE') return send(identity.removeConnection(id ?? '') ? 204 : 404)
    return send(200, identity.connections(url.searchParams.get('authEventId')))
  }
  if (!url.pathname.startsWith(`${API}/`)) return void servePage(state.organisations, url, reply)
  const done = answerApi(request, url, body, state)
  const isPdf = done.status === 200 && request.headers.accept === 'application/pdf'
  if (isPdf) return void reply.writeHead(200, { 'content-type': 'application/pdf' }).end(PDF)
  if (done.status < 400)
    state.violations.push(
      ...check({
        method: request.method ?? 'GET',
        path: url.pathname.slice(API.length),
        headers: request.headers,
        body: request.method === 'GET' ? '' : body,
        status: done.status,
        answer: done.answer,
      }),
    )
  if (done.isLost) reply.destroy()
  else
    reply
      .writeHead(done.status, {
        'content-type': 'application/json',
        'x-minlimit-remaining': `${state.left.minute}`,
        'x-daylimit-remaining': `${state.left.day}`,
        ...(done.status === 429 && { 'retry-after': '30', 'x-rate-limit-problem': 'minute' }),
      })
      .end(done.answer)
}

const PDF = '%PDF-1.4\n%%EOF\n'

interface Done {
  readonly status: number
  readonly answer: string
  readonly isLost?: boolean
}

function answerApi(request: IncomingMessage, url: URL, body: string, state: State): Done {
  const { headers, method = 'GET' } = request
  const fault = state.faults.shift()
  if (fault === 'limited') return { status: 429, answer: '' }
  if (fault === 'down') return { status: 503, answer: '' }
  if (fault === 'unauthorized' || !state.identity.isValid(headers.authorization))
    return { status: 401, answer: JSON.stringify({ Title: 'Unauthorized', Status: 401 }) }
  const tenant = headers['xero-tenant-id']
  const books = state.organisations.find(({ tenantId }) => tenantId === tenant)
  if (!books || !state.identity.isConnected(books.tenantId))
    return { status: 403, answer: JSON.stringify({ Title: 'Forbidden', Status: 403 }) }
  const isLost = fault === 'lost'
  const key = headers['idempotency-key']
  const before = typeof key === 'string' ? state.made.get(`${method} ${url.pathname} ${key}`) : undefined
  if (before)
    return before.body === body ? { ...before, isLost } : refused('The key was used for another call')
  try {
    const since = headers['if-modified-since']
    const value = answerCall(books, {
      method,
      path: url.pathname.slice(API.length + 1),
      query: url.searchParams,
      sinceMs: typeof since === 'string' ? Date.parse(since) : null,
      body: body === '' || method === 'GET' ? {} : (JSON.parse(body) as Record<string, unknown>),
    })
    const done = { status: 200, answer: JSON.stringify({ ...envelopeOf(books), ...value }) }
    if (typeof key === 'string') state.made.set(`${method} ${url.pathname} ${key}`, { body, ...done })
    return { ...done, isLost }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.status === 404 ? { status: 404, answer: '' } : refused(error.message)
  }
}

/** Each answer says when it was made. */
const envelopeOf = (books: Books) => ({
  Id: randomUUID(),
  Status: 'OK',
  ProviderName: 'Quittance',
  DateTimeUTC: books.instantNow(),
})

const refused = (message: string): Done => ({
  status: 400,
  answer: JSON.stringify({
    ErrorNumber: 10,
    Type: 'ValidationException',
    Message: 'A validation exception occurred',
    Elements: [{ ValidationErrors: [{ Message: message }] }],
  }),
})
