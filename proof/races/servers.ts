import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { createServer } from '../../server/main/create-server.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { INVOICE_REOPENING } from '../../server/main/rooms.ts'
import { readConfig } from '../../server/platform/config.ts'
import type { App, BaseCtx } from '../../server/platform/context.ts'
import { type AppParts, createApp } from '../../server/platform/create-app.ts'
import type { Log } from '../../server/platform/log.ts'
import { aMember } from '../../server/rooms/accounts/testing.ts'
import type { Customer } from '../../server/rooms/customers/index.ts'
import { openSession } from '../../server/rooms/identity/index.ts'
import { anOpenInvoice } from '../../server/rooms/payments/testing.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { watchedLog } from '../../testing/logs/watched-log.ts'
import { createTestClock, PATIENT, type TestClock, transactOn } from '../../testing/test-app.ts'
import { breachesOf, INVARIANTS } from '../invariants.ts'
import { noInjectedFaults } from '../simulation/world/injected-faults.ts'
import { watchConnections } from '../simulation/world/watch-connections.ts'
import { callAtOnce, MANY, type Reply } from './concurrent-calls.ts'

const SERVERS = 2
/** Below the limit of ten attempts per payer, invoice and hour. */
const ATTEMPTS_PER_PAYER = 9

interface CallOptions {
  readonly token?: string
  readonly host?: string
  /** A string is sent as a CSV file. */
  readonly body?: object | string
}

interface Person {
  readonly id: string
  readonly email: string
}

/** Two independent servers with one database, called over persistent HTTP connections. */
export interface Servers {
  readonly app: App
  readonly clock: TestClock
  readonly company: HttpCompany
  /** The paying customer, with enough portal sessions for fifty attempts. */
  readonly customer: Customer
  readonly payers: readonly string[]
  /** A team member whose sessions may end during a race. */
  readonly person: Person
  /** A team member with a second factor and fifty sessions. */
  readonly twoStep: Person & { readonly sessions: readonly string[] }
  /** Runs an anonymous transaction outside any account. */
  transact<T>(work: (ctx: BaseCtx) => Promise<T>): Promise<T>
  /** Resets all rate limits. */
  resetRateLimits(): Promise<void>
  /** Sends each call to the next server, with an address of its own, as behind a proxy. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>
  breaches(): Promise<string[]>
  /** Returns the errors that the servers logged. */
  faults(): readonly string[]
  /** Returns the number of deadlocks that PostgreSQL resolved. */
  deadlocks(): Promise<number>
  close(): Promise<void>
}

/** `rewrite` injects a bug by changing the product's SQL statements. */
export async function openServers(rewrite?: (statement: string) => string): Promise<Servers> {
  const database = await createTestDatabase()
  const clock = createTestClock()
  const config = readConfig({
    NODE_ENV: 'test',
    SECRET: randomBytes(32).toString('hex'),
    TRUST_PROXY_HOPS: '1',
    ...PATIENT,
  })
  const parts = { config: { ...config, databasePool: 12 }, connection: database.appConfig, clock }
  const faults: string[] = []
  const log = collectErrors(faults)
  const opened = [await startServer(parts, log, rewrite)]
  while (opened.length < SERVERS) opened.push(await startServer(parts, log, rewrite))
  const agent = new http.Agent({ keepAlive: true, maxSockets: 50 })
  const ports = opened.map(({ server }) => (server.server.address() as AddressInfo).port)
  const { app, server } = opened[0]!
  const company = await anHttpCompany({ app, clock, server }, 'racing-supplies')
  const transact: Servers['transact'] = transactOn(app)
  const people = await createPeople(company, transact)
  let turn = 0
  const ask = async (text: string) => {
    const client = new pg.Client(database.ownerConfig)
    await client.connect()
    return (await client.query(text).finally(() => client.end())).rows
  }
  return {
    app,
    clock,
    company,
    ...people,
    transact,
    resetRateLimits: async () => {
      await app.db.deleteFrom('throttle_counters').execute()
    },
    call: (method, path, options = {}) =>
      request(agent, ports[turn % SERVERS]!, addressOf(turn++), method, path, options),
    breaches: () => breachesOf(ask, INVARIANTS),
    faults: () => faults,
    deadlocks: async () =>
      Number(
        (await ask('select deadlocks from pg_stat_database where datname = current_database()'))[0].deadlocks,
      ),
    close: async () => {
      agent.destroy()
      for (const { close } of opened) await close()
      await database.drop()
    },
  }
}

type Parts = Pick<AppParts, 'config' | 'connection' | 'clock'>

/** Returns a log that adds its errors to `faults`. */
function collectErrors(faults: string[]): Log {
  const log = watchedLog()
  return {
    ...log,
    error: (message, facts) => {
      faults.push(`${message}: ${facts?.error}`)
      log.error(message, facts)
    },
  }
}

async function startServer(parts: Parts, log: Log, rewrite?: (statement: string) => string) {
  const made = await createApp({
    ...parts,
    maintain: false,
    log,
    mail: () => ({ deliver: async () => ({ ok: true }), close: async () => {} }),
    processors: createProcessors,
    invoiceReopening: INVOICE_REOPENING,
  })
  if (rewrite) watchConnections(made.pool, noInjectedFaults(), rewrite, () => {})
  const server = await createServer(made.app, { pages: false })
  // Idle connections stay open, because a call on a closing connection would be reset.
  server.server.keepAliveTimeout = 0
  await server.listen({ host: '127.0.0.1', port: 0 })
  const close = async (): Promise<void> => {
    await server.close()
    await made.close()
  }
  return { app: made.app, server, close }
}

/** Creates the people that take part in all rounds. */
async function createPeople(
  company: HttpCompany,
  transact: Servers['transact'],
): Promise<Pick<Servers, 'customer' | 'payers' | 'person' | 'twoStep'>> {
  const first = await company.run((ctx) => anOpenInvoice(ctx, '1.00'))
  const payers = await callAtOnce(Math.ceil(MANY / ATTEMPTS_PER_PAYER), () => company.portalSession(first))
  const [person, careful] = await transact((ctx) =>
    Promise.all(
      ['person', 'careful'].map((name) =>
        aMember(ctx, { accountId: company.accountId, email: `${name}@racing-supplies.test`, role: 'viewer' }),
      ),
    ),
  )
  const sessions = await transact(async (ctx) => {
    const opened: string[] = []
    for (let left = MANY; left > 0; left--)
      opened.push((await openSession(ctx, { audience: 'staff', userId: careful!.id })).token)
    return opened
  })
  return { customer: first.customer, payers, person: person!, twoStep: { ...careful!, sessions } }
}

const addressOf = (turn: number): string => `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`

function request(
  agent: http.Agent,
  port: number,
  address: string,
  method: string,
  path: string,
  { token, host, body }: CallOptions,
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const sent = http.request(
    {
      agent,
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: {
        host: host ?? 'localhost',
        'x-forwarded-for': address,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': typeof body === 'string' ? 'text/csv' : 'application/json' }),
      },
    },
    (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.on('end', () => {
        const text = Buffer.concat(parts).toString()
        resolve({ status: reply.statusCode!, body: text === '' ? {} : JSON.parse(text) })
      })
      reply.on('error', reject)
    },
  )
  sent.on('error', reject)
  sent.end(typeof body === 'string' ? body : body && JSON.stringify(body))
  return promise
}
