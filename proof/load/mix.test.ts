import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { enterTenants, mixed, ofProduct, type Paid, type Tenant } from '../../bench/product/mix.ts'
import { letArrive } from '../../bench/product/open-model.ts'
import { sessionsOf } from '../../bench/product/sessions.ts'
import { openTenants } from '../../bench/product/tenants.ts'
import { createServer } from '../../server/main/create-server.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { readConfig } from '../../server/platform/config.ts'
import { createApp } from '../../server/platform/create-app.ts'
import { createTestDatabase } from '../../server/platform/testing/test-database.ts'
import { watchedLog } from '../../server/platform/testing/watched-log.ts'
import { breachesOf, INVARIANTS, SETTLED } from '../invariants.ts'

/*
 * The mixed load of `npm run bench -- mix` for half a minute, at a rate that a busy machine carries: nobody is turned away,
 * and the books are right afterwards (5.H). How fast it is, is the benchmark's to say.
 */
const COMPANIES = 5
const INVOICES = 300
const PER_S = 10
const SECONDS = 30

let port: number
let client: pg.Client
let tenants: Tenant[]
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const database = await createTestDatabase()
  closers.push(() => database.drop())
  const opened = await createApp({
    config: readConfig({
      NODE_ENV: 'production',
      SECRET: randomBytes(32).toString('hex'),
      APP_ORIGIN: 'http://localhost',
      // Whoever arrives comes from an address of their own.
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
  tenants = await enterTenants(accounts, client, sessionsOf(opened.app, client))
  const server = await createServer(opened.app, { pages: false })
  await server.listen({ host: '127.0.0.1', port: 0 })
  closers.push(() => server.close())
  port = (server.server.address() as AddressInfo).port
}, 180_000)
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

it(`5.H half a minute of the mixed load: no error, sound books, each payment once`, async () => {
  const paid: Paid[] = []
  const kinds = ofProduct(port, tenants, (payment) => paid.push(payment))
  const flow = await letArrive(mixed(kinds), PER_S, SECONDS)

  expect([...flow.errors]).toEqual([])
  const shares = [...flow.ofKind].map(([name, { asked }]) => [name, asked / (PER_S * SECONDS)])
  expect(Object.fromEntries(shares)).toEqual({ read: 0.7, search: 0.15, pay: 0.1, login: 0.05 })
  const ask = async (text: string) => (await client.query(text)).rows
  expect(await breachesOf(ask, INVARIANTS)).toEqual([])
  expect(await breachesOf(ask, SETTLED)).toEqual([])
  expect(await paymentsThere()).toEqual(paid.map((one) => ({ ...one, booked: 1 })).sort(byId))
}, 180_000)

const byId = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1)

/** All that was paid by card, and how often the ledger and the processor have it. */
async function paymentsThere(): Promise<(Paid & { booked: number })[]> {
  const { rows } = await client.query(
    `select p.id, p.request_id as "requestId", (select count(*)::int from ledger_entries e
         join sandbox_charges c on c.account_id = p.account_id and c.ref = p.provider_ref
         where e.account_id = p.account_id and e.kind = 'payment' and e.source_id = p.id) as booked
     from payments p where p.provider = 'sandbox'`,
  )
  return rows.sort(byId)
}
