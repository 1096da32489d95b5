import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../server/main/database.ts'
import { readConfig } from '../../server/platform/config.ts'
import { reachDatabase } from '../../server/platform/db/reach.ts'
import { SERVING_ROLE, setRoleSettings } from '../../server/platform/db/serving-role.ts'
import { cardForm } from '../../server/rooms/payments/testing.ts'
import { type Pooler, startPooler } from '../../testing/database/pooler.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database/test-database.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'

const REQUESTS = 400
const AT_ONCE = 30

let database: TestDatabase
let pooler: Pooler
const closers: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  closers.push(() => database.drop())
  pooler = await startPooler(database.ownerConfig)
  closers.push(() => pooler.stop())
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

/** The serving role's connection through the pooler. */
const served = (isKnown: boolean, { host, port }: Pooler = pooler) => ({
  host,
  port,
  database: database.ownerConfig.database!,
  user: SERVING_ROLE,
  ...(isKnown && { isPooled: true }),
})

async function twoServers(isKnown: boolean, through?: Pooler): Promise<[TestServer, TestServer]> {
  const shared = {
    database: { ...database, appConfig: served(isKnown, through) },
    env: { SECRET: randomBytes(32).toString('hex') },
  }
  const servers = [await createTestServer(shared), await createTestServer(shared)] as [TestServer, TestServer]
  closers.push(async () => Promise.all(servers.map((server) => server.close())))
  return servers
}

/** Calls `ask` 400 times, thirty at once, and returns how often each status came back. */
async function statusesOf(ask: (at: number) => Promise<number>): Promise<Record<number, number>> {
  const seen: Record<number, number> = {}
  let next = 0
  const lane = async () => {
    while (next < REQUESTS) {
      const status = await ask(next++)
      seen[status] = (seen[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return seen
}

const askEither = (servers: readonly TestServer[], company: HttpCompany) => async (at: number) => {
  const path = `/api/accounts/${company.accountId}`
  const headers = { authorization: `Bearer ${company.token}` }
  const { server } = servers[at % 2]!
  const response = await (at % 4 === 0
    ? server.inject({
        method: 'POST',
        url: `${path}/customers/`,
        headers,
        payload: { short_name: `Shop ${at}` },
      })
    : server.inject({
        method: 'GET',
        url: `${path}/${['invoices', 'customers', 'dashboard'][at % 3]}/`,
        headers,
      }))
  return response.statusCode
}

describe('behind a pooler in transaction mode', () => {
  it('is found out by the driver', async () => {
    expect(await reachDatabase(served(false), 'DATABASE_URL')).toEqual({
      isPooled: true,
      isDistributed: false,
    })
    expect(await reachDatabase(database.ownerConfig, 'DATABASE_URL')).toEqual({
      isPooled: false,
      isDistributed: false,
    })
  })

  it('two servers answer hundreds of requests at once without an error', async () => {
    const servers = await twoServers(true)
    const company = await anHttpCompany(servers[0], 'pooled-supplies')
    expect(await statusesOf(askEither(servers, company))).toEqual({ 200: 300, 201: 100 })
  })

  it('two servers charge an invoice once', async () => {
    const servers = await twoServers(true)
    const company = await anHttpCompany(servers[0], 'pooled-payments')
    const other = servers[1]
    const { invoiceId, session } = await company.linked('80.00')
    const form = cardForm('80.00', { request_id: randomUUID() })
    const pay = (server: TestServer) =>
      server.server.inject({
        method: 'POST',
        url: `/api/invoices/${invoiceId}/payment-options/sandbox-card/`,
        headers: { host: company.host, authorization: `Bearer ${session}` },
        payload: form,
      })
    const answers = await Promise.all([pay(servers[0]), pay(other), pay(servers[0]), pay(other)])
    expect(answers.map(({ statusCode }) => statusCode).filter((status) => status >= 500)).toEqual([])
    const owner = new pg.Client(database.ownerConfig)
    await owner.connect()
    const { rows } = await owner.query(
      'select count(*)::int as payments from payments p join payment_allocations a on a.account_id = p.account_id and a.payment_id = p.id where a.invoice_id = $1',
      [invoiceId],
    )
    await owner.end()
    expect(rows).toEqual([{ payments: 1 }])
  })

  it('servers that don’t know of it fail, which shows that connections change', async () => {
    // Without this line PgBouncer refuses the connection's settings at once.
    const lenient = await startPooler(database.ownerConfig, ['ignore_startup_parameters = options'])
    closers.push(() => lenient.stop())
    const error = await twoServers(false, lenient)
      .then(async (servers) => {
        const company = await anHttpCompany(servers[0], 'unpooled')
        const statuses = await statusesOf(askEither(servers, company))
        return new Error(`prepared statement: ${statuses[500] ?? 0} requests failed`)
      })
      .catch((thrown: Error) => thrown)
    expect(error.message).toMatch(/prepared statement/)
    expect(error.message).not.toContain(': 0 requests')
  })
})

describe('the start', () => {
  const config = (ownerUrl: string | null) =>
    readConfig({
      NODE_ENV: 'production',
      SECRET: randomBytes(32).toString('hex'),
      APP_ORIGIN: 'https://app.quittance.test',
      PORTAL_DOMAIN: 'quittance.test',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'billing@quittance.test',
      DATABASE_URL: `postgres://${SERVING_ROLE}@${pooler.host}:${pooler.port}/${database.ownerConfig.database}`,
      ...(ownerUrl !== null && { DATABASE_OWNER_URL: ownerUrl }),
    })
  const start = (ownerUrl: string | null) => openDatabase(config(ownerUrl), () => {})

  it('refuses an owner behind the pooler, whose migrations hold a lock on their connection', async () => {
    const url = `postgres://${database.ownerConfig.user}@${pooler.host}:${pooler.port}/${database.ownerConfig.database}`
    await expect(start(url)).rejects.toThrow('DATABASE_OWNER_URL goes through a connection pooler')
  })

  it('refuses a role without the settings that a pooler does not pass on, and accepts one with them', async () => {
    const owner = new pg.Client(database.ownerConfig)
    await owner.connect()
    const name = owner.escapeIdentifier(database.ownerConfig.database!)
    await owner.query(`alter role ${SERVING_ROLE} in database ${name} set statement_timeout = 0`)
    const fresh = await startPooler(database.ownerConfig)
    const usual = pooler
    pooler = fresh
    await expect(start(null)).rejects.toThrow('Run npm run migrate')
    await fresh.stop()
    await setRoleSettings(owner, 5_000)
    await owner.end()
    pooler = await startPooler(database.ownerConfig)
    const { connection, stop } = await start(null)
    expect(connection.isPooled).toBe(true)
    await stop()
    await pooler.stop()
    pooler = usual
  })
})
