import { randomBytes, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type AcknowledgedPayment,
  mixedLoad,
  openTenantSessions,
  productRequests,
  type Tenant,
} from '../../bench/product/mix.ts'
import { type LoadResult, runOpenLoop } from '../../bench/product/open-model.ts'
import { sessionsOf } from '../../bench/product/sessions.ts'
import { openTenants } from '../../bench/product/tenants.ts'
import { createServer } from '../../server/main/create-server.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { schedulesAfter } from '../../server/main/schedules.ts'
import { readConfig } from '../../server/platform/config.ts'
import { createApp } from '../../server/platform/create-app.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { createFaultyServer, type Fault } from '../../testing/faulty-server.ts'
import { setFullHashingCost, setMinimumHashingCost } from '../../testing/hashing-cost.ts'
import { watchedLog } from '../../testing/logs/watched-log.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { breachesOf, INVARIANTS, SETTLED } from '../invariants.ts'
import { sizeOf, triesMistakes } from '../ring.ts'

/*
 * Runs the mixed load of `npm run bench -- mix` for half a minute at a rate that a busy machine sustains. No
 * request is refused, and the books are correct afterwards. The benchmark measures the speed.
 */
const COMPANIES = 5
const INVOICES = 300
const PER_S = 10
const SECONDS = sizeOf('LOAD_SECONDS', { gate: 2, full: 30 })
const SECONDS_WITH_A_BUG = 4

let test: TestServer
let port: number
let client: pg.Client
let tenants: Tenant[]
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  // Logins hash at their real cost.
  setFullHashingCost()
  closers.push(async () => setMinimumHashingCost())
  const database = await createTestDatabase()
  closers.push(() => database.drop())
  const opened = await createApp({
    schedulesAfter,
    config: readConfig({
      NODE_ENV: 'production',
      SECRET: randomBytes(32).toString('hex'),
      APP_ORIGIN: 'http://localhost',
      // Takes the caller's address from the load's headers.
      TRUST_PROXY_HOPS: '1',
    }),
    connection: database.appConfig,
    maintain: false,
    log: watchedLog(),
    mail: () => ({ deliver: async () => ({ ok: true }), close: async () => {} }),
    processors: createProcessors,
  })
  closers.push(() => opened.close())
  client = new pg.Client(database.ownerConfig)
  await client.connect()
  closers.push(() => client.end())
  const accounts = await openTenants(opened.app, database.ownerConfig, {
    count: COMPANIES,
    invoices: INVOICES,
  })
  tenants = await openTenantSessions(accounts, client, sessionsOf(opened.app, client))
  const server = await createServer(opened.app, { pages: false })
  await server.listen({ host: '127.0.0.1', port: 0 })
  closers.push(() => server.close())
  port = (server.server.address() as AddressInfo).port
  test = { app: opened.app, server, ownerConfig: database.ownerConfig } as unknown as TestServer
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

/** Checks a flow's responses and the books afterwards. `paid` has the acknowledged payments. */
async function findProblems(flow: LoadResult, paid: readonly AcknowledgedPayment[]): Promise<string[]> {
  const ask = async (text: string) => (await client.query(text)).rows
  const stored = new Map((await readPayments()).map((one) => [one.id, one]))
  const requests = await countPaymentsByRequest()
  return [
    ...[...flow.errors].map(([error, times]) => `${times} × ${error}`),
    ...(await breachesOf(ask, INVARIANTS)),
    ...(await breachesOf(ask, SETTLED)),
    ...paid.flatMap(({ id, requestId }) => {
      const one = stored.get(id)
      if (one?.requestId !== requestId) return [`payment ${id} was acknowledged, and isn’t there`]
      return one.booked === 1 ? [] : [`payment ${id} is booked ${one.booked} times`]
    }),
    ...requests
      .filter(({ times }) => times > 1)
      .map(({ requestId }) => `request ${requestId} was paid twice`),
  ]
}

it('serves the mixed load without an error, with sound books and each payment booked once', async () => {
  const paid: AcknowledgedPayment[] = []
  const kinds = productRequests(port, tenants, (payment) => paid.push(payment))
  const flow = await runOpenLoop(mixedLoad(kinds), PER_S, SECONDS)

  expect(await findProblems(flow, paid)).toEqual([])
  const shares = [...flow.ofKind].map(([name, { asked }]) => [name, asked / (PER_S * SECONDS)])
  expect(Object.fromEntries(shares)).toEqual({ read: 0.7, search: 0.15, pay: 0.1, login: 0.05 })
  expect((await readPayments()).map(({ id }) => id)).toEqual(paid.map(({ id }) => id).sort())
})

const isPayment = ({ method, url }: FastifyRequest): boolean =>
  method === 'POST' && url.includes('/payment-options/')

let responses = 0

/** Bugs that are tried under the same load for some seconds, with the problem that each causes. */
const BUGS: readonly (readonly [name: string, problem: RegExp, Fault])[] = [
  [
    'one response in ten is an internal error',
    /^\d+ × \w+: 500/m,
    { after: (_request, reply) => void (++responses % 10 === 0 && reply.code(500)) },
  ],
  [
    'reads are refused',
    /^\d+ × read: 503/m,
    { before: (request, reply) => isRead(request) && reply.code(503).send({ code: 'busy', detail: 'busy' }) },
  ],
  [
    'a payment is acknowledged under an unknown id',
    /^payment \S+ was acknowledged, and isn’t there$/m,
    {
      after: (request, reply, body) =>
        isPayment(request) && reply.statusCode === 200
          ? JSON.stringify({ ...JSON.parse(String(body)), id: randomUUID(), pk: randomUUID() })
          : undefined,
    },
  ],
]
const isRead = ({ method, url }: FastifyRequest): boolean => method === 'GET' && !url.includes('search=')

it.each(triesMistakes('proof/load/') ? BUGS : [])(
  'detects an injected bug: %s',
  async (_, problem, fault) => {
    const server = await createFaultyServer(test, { pages: false }, test.app.db)
    try {
      server.setFault(fault)
      await server.server.listen({ host: '127.0.0.1', port: 0 })
      const at = (server.server.server.address() as AddressInfo).port
      const paid: AcknowledgedPayment[] = []
      const flow = await runOpenLoop(
        mixedLoad(productRequests(at, tenants, (payment) => paid.push(payment))),
        PER_S,
        SECONDS_WITH_A_BUG,
      )
      expect((await findProblems(flow, paid)).join('\n')).toMatch(problem)
    } finally {
      await server.close()
    }
  },
)

/** Returns all card payments by id, with the number of ledger entries that have a charge at the processor. */
async function readPayments(): Promise<(AcknowledgedPayment & { booked: number })[]> {
  const { rows } = await client.query(
    `select p.id, p.request_id as "requestId", (select count(*)::int from ledger_entries e
         join sandbox_charges c on c.account_id = p.account_id and c.ref = p.provider_ref
         where e.account_id = p.account_id and e.kind = 'payment' and e.source_id = p.id) as booked
     from payments p where p.provider = 'sandbox' order by p.id::text`,
  )
  return rows
}

async function countPaymentsByRequest(): Promise<{ requestId: string; times: number }[]> {
  const { rows } = await client.query(
    `select request_id as "requestId", count(*)::int as times from payments where provider = 'sandbox' group by 1`,
  )
  return rows
}
