import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { answerCall, entityOf } from './answer-call.ts'
import { Books, Fault } from './books.ts'
import { loadContract } from './check-contract.ts'
import { VERIFIER_TOKEN, type WebhookChange, type WebhookForm, webhookOf } from './webhooks.ts'

export interface QuickBooksSimulator {
  readonly origin: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where requests deviated from Intuit's published schema. */
  readonly violations: readonly string[]
  /** The books of the company that a person chooses. */
  readonly books: Books
  /** Makes the next answers fail: 'lost' after the work, 'limited' and 'unauthorized' before it. */
  failNext(...faults: readonly ('lost' | 'limited' | 'unauthorized')[]): void
  /** Returns the signed message that Intuit would send about these changes. */
  webhook(changes: readonly WebhookChange[], form?: WebhookForm): ReturnType<typeof webhookOf>
  /** Ends all access, as a person can do at Intuit. */
  revokeAccess(): void
  /** Environment variables that connect the product. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** A file that begins as a PDF does, with the invoice's number. */
const pdfOf = (record: object): string =>
  `%PDF-1.4\n% QuickBooks ${JSON.stringify(record).slice(0, 200)}\n%%EOF`

const ACCESS_S = 3600

interface State {
  readonly books: Books
  /** Challenges by code. */
  readonly codes: Map<string, string>
  access: string
  refresh: string
  readonly faults: ('lost' | 'limited' | 'unauthorized')[]
  readonly violations: string[]
}

const token = (): string => randomBytes(24).toString('base64url')

/** Starts a stand-in for Intuit's OAuth and the API of QuickBooks Online on loopback. Refresh tokens rotate at each use. */
export async function startQuickBooksSimulator(
  given: { readonly now?: () => number; readonly realmId?: string } = {},
): Promise<QuickBooksSimulator> {
  const check = await loadContract()
  const now = given.now ?? Date.now
  const state: State = {
    books: new Books(given.realmId ?? '9130350000000001', now),
    codes: new Map(),
    access: '',
    refresh: '',
    faults: [],
    violations: [],
  }
  const server = createServer((request, reply) => {
    void answer(request, reply, state, check)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [clientId, clientSecret] = ['intuit-client', 'intuit-client-secret']
  return {
    origin,
    clientId,
    clientSecret,
    violations: state.violations,
    books: state.books,
    failNext: (...faults) => {
      state.faults.push(...faults)
    },
    webhook: (changes, form) => webhookOf(state.books.realmId, changes, now, form),
    revokeAccess: () => {
      state.access = ''
      state.refresh = ''
    },
    env: {
      INTUIT_CLIENT_ID: clientId,
      INTUIT_CLIENT_SECRET: clientSecret,
      INTUIT_AUTHORIZE_URL: `${origin}/connect/oauth2`,
      INTUIT_TOKEN_URL: `${origin}/oauth2/v1/tokens/bearer`,
      INTUIT_REVOKE_URL: `${origin}/v2/oauth2/tokens/revoke`,
      INTUIT_API_URL: origin,
      INTUIT_APP_URL: origin,
      INTUIT_WEBHOOK_VERIFIER_TOKEN: VERIFIER_TOKEN,
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Check = Awaited<ReturnType<typeof loadContract>>

async function answer(
  request: IncomingMessage,
  reply: ServerResponse,
  state: State,
  check: Check,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://simulator')
  const body = await text(request)
  const send = (status: number, value: unknown): void => {
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
  if (url.pathname === '/connect/oauth2') return consent(url, reply, state)
  if (url.pathname === '/oauth2/v1/tokens/bearer') return send(...exchange(new URLSearchParams(body), state))
  if (url.pathname === '/v2/oauth2/tokens/revoke') {
    state.access = ''
    state.refresh = ''
    return send(200, {})
  }
  const fault = state.faults.shift()
  if (fault === 'limited') return send(429, {})
  if (fault === 'unauthorized' || request.headers.authorization !== `Bearer ${state.access}`)
    return send(401, { Fault: { Error: [{ Message: 'AuthenticationFailed', code: '3200' }] } })
  const [, realmId, path] = /^\/v3\/company\/([^/]+)\/(.+)$/.exec(url.pathname) ?? []
  if (realmId !== state.books.realmId || path === undefined) return send(403, {})
  try {
    const parsed = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
    if (request.method === 'POST') state.violations.push(...check(entityOf(path) ?? '', parsed))
    const done = answerCall(state.books, {
      method: request.method ?? 'GET',
      path,
      query: url.searchParams,
      body: parsed,
    })
    if (path.endsWith('/pdf') && fault !== 'lost') {
      reply.writeHead(200, { 'content-type': 'application/pdf' }).end(pdfOf(done))
      return
    }
    if (fault === 'lost') {
      reply.destroy()
      return
    }
    send(200, { ...done, time: state.books.time() })
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    send(400, {
      Fault: {
        Error: [{ Message: error.detail, Detail: error.detail, code: error.code }],
        type: 'ValidationFault',
      },
    })
  }
}

/** Where a person would choose the company and agree: they are sent back at once. */
function consent(url: URL, reply: ServerResponse, state: State): void {
  const code = token()
  state.codes.set(code, url.searchParams.get('code_challenge') ?? '')
  const back = new URL(url.searchParams.get('redirect_uri') ?? '')
  back.searchParams.set('code', code)
  back.searchParams.set('state', url.searchParams.get('state') ?? '')
  back.searchParams.set('realmId', state.books.realmId)
  reply.writeHead(302, { location: back.href }).end()
}

/** A code is exchanged once, and with the verifier of the challenge that the page was opened with (RFC 7636). */
function spendCode(form: URLSearchParams, { codes }: State): boolean {
  const code = form.get('code') ?? ''
  const challenge = codes.get(code)
  codes.delete(code)
  const verifier = form.get('code_verifier') ?? ''
  return challenge !== undefined && challenge === createHash('sha256').update(verifier).digest('base64url')
}

function exchange(form: URLSearchParams, state: State): [number, object] {
  const isCode = form.get('grant_type') === 'authorization_code'
  const valid = isCode
    ? spendCode(form, state)
    : state.refresh !== '' && form.get('refresh_token') === state.refresh
  if (!valid) return [400, { error: 'invalid_grant' }]
  state.access = token()
  state.refresh = token()
  return [
    200,
    {
      token_type: 'bearer',
      access_token: state.access,
      refresh_token: state.refresh,
      expires_in: ACCESS_S,
      x_refresh_token_expires_in: 8_726_400,
    },
  ]
}
