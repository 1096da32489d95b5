import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { TokenFaults } from '../identity/token-faults.ts'
import { type PaymentsControls, paymentsControls } from '../quickbooks-payments/controls.ts'
import { PAYMENTS, type PaymentsServing, servePayments } from '../quickbooks-payments/serve.ts'
import { PaymentsWorld } from '../quickbooks-payments/world.ts'
import { FaultQueue } from '../stripe/wire/faults.ts'
import { answerCall, entityOf } from './answer-call.ts'
import { Books, Fault } from './books.ts'
import { loadContract } from './check-contract.ts'
import { type Consent, decideConsent, showConsent } from './consent.ts'
import { Grants } from './grants.ts'
import { servePage } from './pages.ts'
import { VERIFIER_TOKEN, type WebhookChange, type WebhookForm, webhookOf } from './webhooks.ts'

export interface QuickBooksSimulator {
  readonly origin: string
  readonly clientId: string
  readonly clientSecret: string
  /** Where requests deviated from Intuit's published schema. */
  readonly violations: readonly string[]
  /** The books of the first company. */
  readonly books: Books
  /** The books of the other companies of the same person. */
  readonly others: readonly Books[]
  /** QuickBooks Payments, which shares the OAuth. */
  readonly payments: PaymentsControls
  /** Makes the next answers fail: 'lost' after the work, 'limited' and 'unauthorized' before it; 'none' lets one pass. */
  failNext(...faults: readonly ('none' | 'lost' | 'limited' | 'unauthorized')[]): void
  /** Returns the signed message that Intuit would send about these changes. */
  webhook(changes: readonly WebhookChange[], form?: WebhookForm): ReturnType<typeof webhookOf>
  /** Ends all access, as a person can do at Intuit. */
  revokeAccess(): void
  /** Makes the next token calls fail before anything is done. */
  readonly failTokens: TokenFaults['add']
  /** Environment variables that connect the product. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** A file that begins as a PDF does, with the invoice's number. */
const pdfOf = (record: object): string =>
  `%PDF-1.4\n% QuickBooks ${JSON.stringify(record).slice(0, 200)}\n%%EOF`

const ACCOUNTING_SCOPE = 'com.intuit.quickbooks.accounting'

interface State {
  readonly books: Books
  readonly others: readonly Books[]
  readonly grants: Grants
  readonly consent: Consent
  readonly payments: PaymentsServing
  readonly faults: ('none' | 'lost' | 'limited' | 'unauthorized')[]
  readonly violations: string[]
  readonly tokenFaults: TokenFaults
}

interface Options {
  readonly now?: () => number
  readonly realmId?: string
  /** Names of further companies that have books. */
  readonly others?: readonly string[]
  readonly port?: number
  /** Time after which a charge is settled; a day unless given. */
  readonly settlesAfterMs?: number
}

/**
 * Starts a stand-in for Intuit's OAuth and the APIs of QuickBooks Online and QuickBooks Payments on loopback. Refresh tokens rotate
 * at each use.
 */
export async function startQuickBooksSimulator(given: Options = {}): Promise<QuickBooksSimulator> {
  const check = await loadContract()
  const state = openState(given)
  const { books, others, grants, payments } = state
  const server = createServer((request, reply) => {
    answer(request, reply, state, check).catch((error: unknown) => {
      state.violations.push(
        `Defect of the simulator: ${error instanceof Error ? error.stack : String(error)}`,
      )
      reply.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(given.port ?? 0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [clientId, clientSecret] = ['intuit-client', 'intuit-client-secret']
  return {
    origin,
    clientId,
    clientSecret,
    violations: state.violations,
    books,
    others,
    payments: paymentsControls(payments, grants),
    failNext: (...faults) => {
      state.faults.push(...faults)
    },
    webhook: (changes, form) => webhookOf(books.realmId, changes, given.now ?? Date.now, form),
    revokeAccess: () => grants.revokeAll(),
    failTokens: state.tokenFaults.add,
    env: {
      INTUIT_CLIENT_ID: clientId,
      INTUIT_CLIENT_SECRET: clientSecret,
      INTUIT_AUTHORIZE_URL: `${origin}/connect/oauth2`,
      INTUIT_TOKEN_URL: `${origin}/oauth2/v1/tokens/bearer`,
      INTUIT_REVOKE_URL: `${origin}/v2/oauth2/tokens/revoke`,
      INTUIT_API_URL: origin,
      INTUIT_APP_URL: origin,
      INTUIT_WEBHOOK_VERIFIER_TOKEN: VERIFIER_TOKEN,
      INTUIT_PAYMENTS: 'on',
      INTUIT_PAYMENTS_URL: origin,
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const DAY_MS = 86_400_000
const IDS_OF_A_COMPANY = 100_000

function openState({
  now = Date.now,
  realmId = '9130350000000001',
  others: names = [],
  settlesAfterMs = DAY_MS,
}: Options): State {
  const books = new Books(realmId, now)
  const others = names.map(
    (name, at) => new Books(String(BigInt(realmId) + BigInt(at + 1)), now, name, (at + 1) * IDS_OF_A_COMPANY),
  )
  const companies = [books, ...others]
  const grants = new Grants(now)
  const violations: string[] = []
  return {
    books,
    others,
    grants,
    consent: { grants, books: companies, realmIds: companies.map((one) => one.realmId) },
    payments: {
      world: new PaymentsWorld(now, settlesAfterMs),
      grants,
      faults: new FaultQueue(),
      calls: new Map(),
      violations,
      latency: { ms: 0 },
    },
    faults: [],
    violations,
    tokenFaults: new TokenFaults(),
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
  if (url.pathname === '/connect/oauth2')
    return void (request.method === 'POST'
      ? decideConsent(state.consent, new URLSearchParams(body), reply)
      : showConsent(state.consent, url, reply))
  const companies = [state.books, ...state.others]
  if (url.pathname.startsWith('/app/')) return void servePage(companies, url, reply)
  if (url.pathname === '/oauth2/v1/tokens/bearer' && state.tokenFaults.answer(reply)) return
  if (url.pathname === '/oauth2/v1/tokens/bearer')
    return send(...state.grants.exchange(new URLSearchParams(body)))
  if (url.pathname === '/v2/oauth2/tokens/revoke') {
    state.grants.revoke((JSON.parse(body) as { token: string }).token)
    return send(200, {})
  }
  if (url.pathname.startsWith(PAYMENTS)) return servePayments(state.payments, request, reply, body)
  const fault = state.faults.shift()
  if (fault === 'limited') return send(429, {})
  const granted = state.grants.realmOf(request.headers.authorization, ACCOUNTING_SCOPE)
  if (fault === 'unauthorized' || granted === null)
    return send(401, { Fault: { Error: [{ Message: 'AuthenticationFailed', code: '3200' }] } })
  const [, realmId, path] = /^\/v3\/company\/([^/]+)\/(.+)$/.exec(url.pathname) ?? []
  const books = companies.find((one) => one.realmId === realmId && one.realmId === granted)
  if (!books || path === undefined) return send(403, {})
  try {
    const parsed = body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)
    if (request.method === 'POST') state.violations.push(...check(entityOf(path) ?? '', parsed))
    const done = answerCall(books, {
      method: request.method ?? 'GET',
      path,
      query: url.searchParams,
      body: parsed,
    })
    if (path.endsWith('/pdf') && fault !== 'lost') {
      reply.writeHead(200, { 'content-type': 'application/pdf' }).end(pdfOf(done))
      return
    }
    if (fault === 'lost') return void reply.destroy()
    send(200, { ...done, time: books.time() })
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
