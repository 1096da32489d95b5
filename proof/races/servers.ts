import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { createServer } from '../../server/main/create-server.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { readConfig } from '../../server/platform/config.ts'
import type { App } from '../../server/platform/context.ts'
import { createApp } from '../../server/platform/create-app.ts'
import { createLog } from '../../server/platform/log.ts'
import { anHttpCompany, type HttpCompany } from '../../server/platform/testing/http-company.ts'
import { createTestClock, type TestClock } from '../../server/platform/testing/test-app.ts'
import { createTestDatabase } from '../../server/platform/testing/test-database.ts'
import type { TestServer } from '../../server/platform/testing/test-server.ts'
import { breachesOf, INVARIANTS } from '../invariants.ts'
import { watchConnections } from '../simulation/world/database-seam.ts'
import { noMischief } from '../simulation/world/mischief.ts'

const SERVERS = 2

export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

/** Two servers that know nothing of each other, on one database, called over HTTP by connections that stay open. */
export interface Servers {
  readonly app: App
  readonly clock: TestClock
  readonly company: HttpCompany
  /** Each call goes to the next server, and comes from an address of its own, as behind a proxy. */
  call(
    method: string,
    path: string,
    options?: { token?: string; host?: string; body?: object },
  ): Promise<Answer>
  breaches(): Promise<string[]>
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
  const closers: (() => Promise<unknown>)[] = []
  const opened: { app: App; server: Awaited<ReturnType<typeof createServer>> }[] = []
  for (let index = 0; index < SERVERS; index++) {
    const made = await createApp({
      config: { ...config, databasePool: 12 },
      connection: database.appConfig,
      clock,
      maintain: false,
      log: createLog('silent'),
      mail: () => ({ deliver: async () => ({ ok: true }), close: async () => {} }),
      processors: createProcessors,
    })
    if (rewrite) watchConnections(made.pool, noMischief(), rewrite, () => {})
    const server = await createServer(made.app, { pages: false })
    await server.listen({ host: '127.0.0.1', port: 0 })
    closers.push(async () => {
      await server.close()
      await made.close()
    })
    opened.push({ app: made.app, server })
  }
  const agent = new http.Agent({ keepAlive: true, maxSockets: 50 })
  const ports = opened.map(({ server }) => (server.server.address() as AddressInfo).port)
  const { app, server } = opened[0]!
  const company = await anHttpCompany({ app, clock, server } as unknown as TestServer, 'racing-supplies')
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
    call: (method, path, options = {}) =>
      request(agent, ports[turn % SERVERS]!, addressOf(turn++), method, path, options),
    breaches: () => breachesOf(ask, INVARIANTS),
    deadlocks: async () =>
      Number(
        (await ask('select deadlocks from pg_stat_database where datname = current_database()'))[0].deadlocks,
      ),
    close: async () => {
      agent.destroy()
      for (const close of closers) await close()
      await database.drop()
    },
  }
}

const addressOf = (turn: number): string => `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`

function request(
  agent: http.Agent,
  port: number,
  address: string,
  method: string,
  path: string,
  { token, host, body }: { token?: string; host?: string; body?: object },
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
        ...(body && { 'content-type': 'application/json' }),
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
  sent.end(body && JSON.stringify(body))
  return promise
}
