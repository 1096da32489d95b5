import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { createServer } from '../../server/main/create-server.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { readConfig } from '../../server/platform/config.ts'
import { type App, type BaseCtx, inTransaction } from '../../server/platform/context.ts'
import { type AppParts, createApp } from '../../server/platform/create-app.ts'
import type { Log } from '../../server/platform/log.ts'
import { aMember } from '../../server/rooms/accounts/testing.ts'
import type { Customer } from '../../server/rooms/customers/index.ts'
import { openSession } from '../../server/rooms/identity/index.ts'
import { anOpenInvoice } from '../../server/rooms/payments/testing.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { watchedLog } from '../../testing/logs/watched-log.ts'
import { createTestClock, type TestClock } from '../../testing/test-app.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { breachesOf, INVARIANTS } from '../invariants.ts'
import { noInjectedFaults } from '../simulation/world/injected-faults.ts'
import { watchConnections } from '../simulation/world/watch-connections.ts'
import { MANY, many } from './at-once.ts'

const SERVERS = 2
/** One payer may try an invoice ten times an hour. */
const TRIES_OF_A_PAYER = 9
const CALLER = { requestId: 'test', ip: null }
const NOBODY = { kind: 'anonymous' } as const

interface CallOptions {
  readonly token?: string
  readonly host?: string
  /** A text is a file. */
  readonly body?: object | string
}

interface Person {
  readonly id: string
  readonly email: string
}

export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Two servers that know nothing of each other, on one database, called over HTTP by connections that stay open. */
export interface Servers {
  readonly app: App
  readonly clock: TestClock
  readonly company: HttpCompany
  /** Who pays: one customer, with so many sessions in the portal that each of fifty tries is let in. */
  readonly customer: Customer
  readonly payers: readonly string[]
  /** A colleague, who may lose what sessions they have. */
  readonly person: Person
  /** Another, who shows a second factor, signed in at fifty places. */
  readonly twoStep: Person & { readonly sessions: readonly string[] }
  /** A transaction of nobody, outside any account. */
  transact<T>(work: (ctx: BaseCtx) => Promise<T>): Promise<T>
  /** Nobody has tried anything too often. */
  forgetTurns(): Promise<void>
  /** Each call goes to the next server, and comes from an address of its own, as behind a proxy. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  breaches(): Promise<string[]>
  /** The errors that the servers told their log of. */
  faults(): readonly string[]
  /** How often PostgreSQL had to end one of two transactions that waited for each other. */
  deadlocks(): Promise<number>
  close(): Promise<void>
}

/** `rewrite` changes on purpose what the product says to its database. */
export async function openServers(rewrite?: (statement: string) => string): Promise<Servers> {
  const database = await createTestDatabase()
  const clock = createTestClock()
  const config = readConfig({
    NODE_ENV: 'test',
    SECRET: randomBytes(32).toString('hex'),
    TRUST_PROXY_HOPS: '1',
  })
  const parts = { config: { ...config, databasePool: 12 }, connection: database.appConfig, clock }
  const faults: string[] = []
  const log = heard(faults)
  const opened = [await startServer(parts, log, rewrite)]
  while (opened.length < SERVERS) opened.push(await startServer(parts, log, rewrite))
  const agent = new http.Agent({ keepAlive: true, maxSockets: 50 })
  const ports = opened.map(({ server }) => (server.server.address() as AddressInfo).port)
  const { app, server } = opened[0]!
  const company = await anHttpCompany({ app, clock, server } as unknown as TestServer, 'racing-supplies')
  const transact: Servers['transact'] = (work) => inTransaction(app, CALLER, NOBODY, work)
  const people = await peopleOf(company, transact)
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
    forgetTurns: async () => {
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

/** A log of which the errors are kept. */
function heard(faults: string[]): Log {
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
  })
  if (rewrite) watchConnections(made.pool, noInjectedFaults(), rewrite, () => {})
  const server = await createServer(made.app, { pages: false })
  // Idle connections stay open: a call on one that the server is just closing would fail by a reset.
  server.server.keepAliveTimeout = 0
  await server.listen({ host: '127.0.0.1', port: 0 })
  const close = async (): Promise<void> => {
    await server.close()
    await made.close()
  }
  return { app: made.app, server, close }
}

/** Whoever takes part in more than one round. */
async function peopleOf(
  company: HttpCompany,
  transact: Servers['transact'],
): Promise<Pick<Servers, 'customer' | 'payers' | 'person' | 'twoStep'>> {
  const first = await company.run((ctx) => anOpenInvoice(ctx, '1.00'))
  const payers = await many(Math.ceil(MANY / TRIES_OF_A_PAYER), () => company.portalSession(first))
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
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
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
