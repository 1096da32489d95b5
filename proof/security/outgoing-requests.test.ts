import { execFile } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createListener, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allRoutes } from '../../contract/index.ts'
import type { Route } from '../../contract/route.ts'
import { startWorker } from '../../server/main/start-worker.ts'
import { createSmtpTransport } from '../../server/platform/mail/transport/transport.ts'
import { type DocumentContents, drawDocument } from '../../server/rooms/documents/index.ts'
import { callApi } from '../../testing/call-api.ts'
import { createFaultyServer, type Fault, type FaultyServer } from '../../testing/faulty-server.ts'
import { innerAddresses } from '../../testing/forgery/inner-addresses.ts'
import { textFieldsOf, withText } from '../../testing/fuzz/text-fields.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import { answerDiscovery } from '../../testing/outgoing/answer-discovery.ts'
import { attemptAtLogo, loopbackFiles } from '../../testing/outgoing/attempt-at-logo.ts'
import { type Outgoing, watchOutgoing } from '../../testing/outgoing/watch-outgoing.ts'
import { aSweptCompany, payLinkSession, type SweptCompany } from '../../testing/sweep/company.ts'
import { type DatabaseInspector, openDatabaseInspector } from '../../testing/sweep/database-inspector.ts'
import { forgetLimits } from '../../testing/sweep/forget-limits.ts'
import { makePrincipals } from '../../testing/sweep/principals.ts'
import { type SampleCall, sampleOf } from '../../testing/sweep/samples.ts'
import { subjectOf } from '../../testing/sweep/subject.ts'
import { type Cell, isRead, makeCells, nameOf, send } from '../../testing/sweep/sweep-call.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { sampleOf as chooseBySeed, sizeOf } from '../ring.ts'

/*
 * Writes addresses into every field. The product connects to its database, its mail server and the configured
 * providers only. Connections are observed in Node's own modules, in worker threads as well, and by a
 * listener at the addresses.
 */

/** The number of addresses that are tried in each text field. */
const ADDRESSES_A_FIELD = sizeOf('OUTGOING_ADDRESSES', { gate: 1, full: 3 })
/** In `npm test` half of the routes, chosen by the seed. */
const ROUTES = chooseBySeed(allRoutes, Math.ceil(allRoutes.length / 2))
/** The number of filters in one call, since a list has a hundred. */
const FILTERS_A_CALL = 6
/** A write gets new records after this many calls, since calls use them up. */
const CALLS_A_SAMPLE = 10

let test: TestServer
let mail: MailServer
let own: SweptCompany
let outgoing: Outgoing
let inspector: DatabaseInspector
let addresses: readonly string[]
let database: string
/** The host of the configured providers, and the number of requests to them. */
let provider: string
let providerRequests = 0
const cellOf = new Map<Route, Cell>()
const closers: (() => unknown)[] = []
let visits = 0
/** The numbers of calls, and of those that succeeded. */
const calls = { made: 0, accepted: 0 }

beforeAll(async () => {
  const listener = createListener((socket) => {
    visits += 1
    socket.end('HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\ncontent-length: 0\r\n\r\n')
  })
  addresses = innerAddresses(await portOf(listener))
  closers.push(() => listener.close())
  const providers = createHttpServer((request, reply) => {
    providerRequests += 1
    if (request.url?.includes('/.well-known/')) answerDiscovery(reply, `http://${provider}`)
    else reply.writeHead(302, { location: addresses[0]! }).end()
  })
  provider = `127.0.0.1:${await portOf(providers)}`
  closers.push(() => providers.close())
  mail = await startMailServer()
  closers.push(() => mail.close())
  test = await createTestServer({
    env: {
      FACEBOOK_ISSUER: `http://${provider}`,
      GOOGLE_ISSUER: `http://${provider}`,
      GOOGLE_CLIENT_ID: 'quittance',
      GOOGLE_CLIENT_SECRET: 'of nobody',
    },
    mail: () => createSmtpTransport(mail.url, 'billing@quittance.test'),
    webFiles: loopbackFiles,
  })
  closers.push(() => test.close())
  own = await aSweptCompany(test, 'outgoing-supplies')
  const rival = await aSweptCompany(test, 'outgoing-rival')
  const principals = await makePrincipals(test, own, rival)
  for (const cell of makeCells(allRoutes, principals, own, rival))
    if (cell.target.name === 'own' && cell.expected === 'allowed' && !cellOf.has(cell.route))
      cellOf.set(cell.route, cell)
  inspector = await openDatabaseInspector(test.ownerConfig)
  closers.push(() => inspector.close())
  const { host, port } = test.ownerConfig
  database = `connect ${host?.startsWith('/') ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`}`
  // Idle threads of another test would not be watched. A failed document ends them.
  const broken = { kind: 'nothing', data: { company: {} } } as unknown as DocumentContents
  await Promise.allSettled([drawDocument(broken, 'patient'), drawDocument(broken, 'patient')])
  outgoing = watchOutgoing()
  closers.push(() => outgoing.stop())
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

async function portOf(listener: Server): Promise<number> {
  await new Promise<void>((resolve) => listener.listen(0, resolve))
  return (listener.address() as AddressInfo).port
}

const api = async <Body = { pk: string; id: string }>(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
  as: { token?: string; host?: string } = {},
) => {
  const token = as.token ?? (await ownerToken())
  const at = path.startsWith('/') ? path : `/api/accounts/${own.accountId}/${path}`
  const call = { method, path: at, token, ...(as.host && { host: as.host }), ...(body && { body }) }
  const answer = await callApi<Body>(test.server, call)
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
  return answer
}
const ownerToken = async () =>
  cellOf.get(allRoutes.find(({ path }) => path.endsWith('/company/'))!)!.who.renew()

it('renders and sends documents and emails full of addresses without a request to them', async () => {
  const endWork = await startWorker(test.app)
  const customer = own.debtors.first.customerId
  const sendDocuments = async (at: number): Promise<void> => {
    const some = Array.from({ length: 12 }, (_, step) => addresses[(at * 12 + step) % addresses.length]!)
    const [one, two, three, four, ...more] = some as [string, string, string, string, ...string[]]
    await api('PATCH', 'company/', {
      name: one.slice(0, 150),
      website: 'http://127.0.0.1:1/',
      description: some.join('\n').slice(0, 1000),
      postal_address: { addressline1: two.slice(0, 100), city: three.slice(0, 60) },
    })
    const name = `${at} ${four}`.slice(0, 100)
    await api('PATCH', `customers/${customer}/`, {
      short_name: name,
      notes: some.join('\n'),
      addressline1: more[0]!.slice(0, 100),
    })
    const lines = some.map((text) => ({ description: text, detail: text, quantity: '1', unit_price: '1.00' }))
    const draft = await api('POST', 'invoices/', {
      customer,
      invoice_date: '2026-11-20',
      terms: 'net_30',
      notes: some.join('\n'),
      lines,
    })
    const sent = { request_id: `outgoing-${at}-${draft.body.pk}`, message: some.join('\n') }
    await api('POST', `invoices/${draft.body.pk}/send/`, sent)
    const issue = {
      customer,
      issued_on: '2026-11-20',
      total: '1.00',
      reason: more[1]!,
      request_id: `outgoing-memo-${at}`,
    }
    const memo = await api('POST', 'credit-memos/', issue)
    await api('POST', `customers/${customer}/customer-portal/invite/`, { email: `reader-${at}@people.test` })
    for (const path of [`invoices/${draft.body.pk}/pdf/`, `credit-memos/${memo.body.pk}/pdf/`])
      expect((await api('GET', path)).bytes.subarray(0, 5).toString()).toBe('%PDF-')
  }
  for (let at = 0; at * 12 < addresses.length; at++) await sendDocuments(at)

  const token = await payLinkSession(test, own, own.debtors.first)
  const as = { token, host: own.host }
  const invoice = `/api/invoices/${own.debtors.first.invoiceId}`
  const card = {
    amount: '1.00',
    name_on_card: 'http://127.0.0.1:1/',
    number: '4242424242424242',
    expiration_month: '12',
    expiration_year: '2030',
    cvc: '123',
    request_id: 'outgoing-card',
  }
  const paid = await api('POST', `${invoice}/payment-options/sandbox-card/`, card, as)
  const receipt = await api('GET', `${invoice}/payments/${paid.body.id}/receipt/`, undefined, as)
  expect(receipt.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const waiting =
    "select 1 from pgboss.job where state in ('created', 'active', 'retry') and start_after <= now() and not name like 'platform.%'"
  for (const end = performance.now() + 40_000; performance.now() < end; await sleep(100))
    if ((await inspector.rows(waiting)).length === 0) break
  expect(await inspector.rows(waiting)).toEqual([])
  expect(mail.received.length).toBeGreaterThan(12)
  // The calls below queue a hundred similar emails, which stay queued.
  endWork()
  await test.app.jobs.rest()
})

let turn = 0
const nextAddress = (): string => addresses[turn++ % addresses.length]!

/** Creates requests for a route, renewed from time to time, since calls use them up. */
function createSamples(route: Route, { who }: Cell): () => Promise<SampleCall> {
  let kept: SampleCall | undefined
  let uses = 0
  return async () => {
    if (kept && (isRead(route) || uses++ < CALLS_A_SAMPLE)) return kept
    await forgetLimits(inspector)
    uses = 0
    kept = await sampleOf.get(route)!(subjectOf(test, own, own.debtors.first, isRead(route)), who)
    return kept
  }
}

type AddressInjection = (sample: SampleCall) => SampleCall

/** Returns functions that write addresses into a call's texts, path, query and filters. */
function addressInjectionsOf(route: Route, sample: SampleCall): AddressInjection[] {
  const names = Object.keys(route.query?.shape ?? {})
  const isFilter = (name: string): boolean => /^(filter|exclude)_/.test(name)
  const filters = names.filter(isFilter)
  const found: AddressInjection[] = [
    ...textFieldsOf(route, sample).map((place) => (one: SampleCall) => withText(one, place, nextAddress())),
    ...names.filter((name) => !isFilter(name)).map((name) => withQuery([name])),
    ...(sample.file ? [withBytes] : []),
  ].flatMap((injection) => Array<AddressInjection>(ADDRESSES_A_FIELD).fill(injection))
  for (const name of Object.keys(route.params?.shape ?? {}))
    found.push((one) => ({ ...one, params: { ...one.params, [name]: nextAddress() } }))
  for (let at = 0; at < filters.length; at += FILTERS_A_CALL)
    found.push(withQuery(filters.slice(at, at + FILTERS_A_CALL)))
  return found.length > 0 ? found : [(one) => one]
}

const withQuery =
  (names: readonly string[]): AddressInjection =>
  (one) => ({
    ...one,
    query: { ...one.query, ...Object.fromEntries(names.map((name) => [name, nextAddress()])) },
  })
const withBytes: AddressInjection = (one) => ({
  ...one,
  file: {
    ...one.file!,
    bytes: Buffer.from(`Name,Email,Notes\n${addresses.map((text) => `${text},,${text}`).join('\n')}`),
  },
})

it.concurrent.each(ROUTES.map((route) => [nameOf(route), route] as const))(
  '%s accepts or refuses addresses without an internal error',
  async (_, route) => {
    const cell = cellOf.get(route)!
    const createSample = createSamples(route, cell)
    for (const inject of addressInjectionsOf(route, await createSample())) {
      const call = inject(await createSample())
      const kind = route.access.kind
      const token = ['session', 'preview'].includes(kind) ? await cell.who.renew() : cell.who.token
      const address = nextAddress().replace(/[^\x20-\x7e]/g, '')
      const headers = {
        referer: address,
        origin: address,
        'x-forwarded-host': address,
        'user-agent': address,
      }
      const answer = await send(test, cell, call, { token, headers })
      calls.made += 1
      if (answer.status < 300) calls.accepted += 1
      expect(answer.status, `${nameOf(route)} ${JSON.stringify(call)}`).toBeLessThan(500)
    }
  },
)

it('wrote addresses into many fields, and many calls succeeded', () => {
  const share = ROUTES.length / allRoutes.length
  expect(calls.made).toBeGreaterThan(250 * share * ADDRESSES_A_FIELD)
  expect(calls.accepted / calls.made).toBeGreaterThan(0.1)
  expect(turn).toBeGreaterThan(10 * share * addresses.length)
})

it.each(['facebook', 'google'])(
  '%s is contacted at its configured address only, for any code and issuer, and its redirects are not followed',
  async (name) => {
    const redirect = encodeURIComponent(`${test.app.config.appOrigin}/${name}-redirect`)
    const query = `provider=${name}&redirect_url=${redirect}`
    for (const [at, code] of addresses.slice(0, 6).entries()) {
      const path = `/api/profile/authorization-url/?${query}`
      const begun = await callApi<{ url: string; data: { browser_key: string } }>(test.server, {
        method: 'GET',
        path,
      })
      expect(begun.status).toBe(200)
      const flow = {
        state: new URL(begun.body.url).searchParams.get('state'),
        browser_key: begun.body.data.browser_key,
      }
      const before = providerRequests
      const back = await callApi(test.server, {
        method: 'POST',
        path: `/api/profile/auth-code-exchange/?${query}`,
        body: { code, extra_data: { ...flow, ...(at % 2 === 0 && { iss: code }) } },
      })
      expect(back.status).toBeGreaterThanOrEqual(400)
      if (at % 2 === 1) expect(providerRequests, JSON.stringify(back.body)).toBeGreaterThan(before)
    }
  },
)

it('reads no logo from an inner address, however it is spelled', async () => {
  for (const url of addresses) {
    await forgetLimits(inspector)
    const path = `/api/accounts/${own.accountId}/company/logo/`
    const call = { method: 'POST' as const, path, token: (await ownerToken())!, body: { url } }
    expect((await callApi(test.server, call)).status, url).toBe(400)
  }
})

it('contacted only the database, the mail server and the providers', async () => {
  // Each of them was contacted, which shows that the observation works.
  expect(await compareWithExpected()).toEqual({ unexpected: [], unseen: [], visits: 0 })
  expect(providerRequests).toBeGreaterThan(0)
  expect(outgoing.threads()).toBeGreaterThan(0)
})

/** Compares the operations with the expected hosts; the sample's webhook ends at the check of its address. Counts visits. */
async function compareWithExpected() {
  const observed = [...(await outgoing.taken()).keys()]
  const expected = [database, `connect ${new URL(mail.url).host}`, `connect ${provider}`]
  const refused = [...addresses.map(attemptAtLogo), 'connect hooks.example.com:443']
  const unexpected = observed.filter((way) => !expected.includes(way) && !refused.includes(way))
  return { unexpected, unseen: expected.filter((way) => !observed.includes(way)), visits }
}

/** A bug: uses the address of a company's website. */
const withWebsite = (use: (website: string) => unknown): Fault => ({
  before: async ({ body }) => {
    const { website } = (body ?? {}) as { website?: string }
    if (website !== undefined) await use(website)
  },
})

const runThread = async (text: string): Promise<void> => {
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(text)}`))
  await once(worker, 'exit')
}

const BUGS: readonly (readonly [name: string, operation: () => string, Fault])[] = [
  [
    'the page is fetched',
    () => `connect ${new URL(addresses[0]!).host}`,
    withWebsite((website) => fetch(website)),
  ],
  ['a host name is resolved', () => 'look up localhost', withWebsite(() => lookup('localhost'))],
  [
    'a process fetches the page',
    () => 'process true',
    withWebsite((website) => promisify(execFile)('true', [website])),
  ],
  ['a local file is read', () => 'file /etc/passwd', withWebsite(() => readFile('/etc/passwd'))],
  [
    'a worker thread fetches the page',
    () => `thread: connect ${new URL(addresses[0]!).host}`,
    withWebsite((website) => runThread(`await fetch('${website}')`)),
  ],
]

describe('an injected bug is detected', () => {
  let faulty: FaultyServer
  let before: Awaited<ReturnType<typeof compareWithExpected>>
  beforeAll(async () => {
    faulty = await createFaultyServer(test)
    before = await compareWithExpected()
  })
  afterAll(() => faulty?.close())

  // Each is compared with the state before it.
  it.each(BUGS)('%s', async (_, operation, fault) => {
    faulty.setFault(fault)
    const answer = await callApi(faulty.server, {
      method: 'PATCH',
      path: `/api/accounts/${own.accountId}/company/`,
      token: (await ownerToken())!,
      body: { website: addresses[0] },
    })
    expect(answer.status).toBe(200)
    const after = await compareWithExpected()
    expect(after.unexpected.filter((way) => !before.unexpected.includes(way))).toContain(operation())
    expect(after.visits - before.visits).toBe(operation().includes('connect') ? 1 : 0)
    before = after
  })
})
