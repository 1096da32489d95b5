import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createServer } from '../../../server/main/create-server.ts'
import { migrateDatabase } from '../../../server/main/migrate-database.ts'
import { createProcessors } from '../../../server/main/processors.ts'
import { schedulesAfter } from '../../../server/main/schedules.ts'
import { startWorker } from '../../../server/main/start-worker.ts'
import { systemClock } from '../../../server/platform/clock.ts'
import { readConfig } from '../../../server/platform/config.ts'
import { createApp } from '../../../server/platform/create-app.ts'
import { startEmbeddedPostgres, stopEmbeddedPostgres } from '../../../server/platform/postgres/embedded.ts'
import { restartWhenKilled } from '../../../server/platform/postgres/restart-when-killed.ts'
import type { Fault } from '../../../testing/faulty-server.ts'
import { anHttpCompany, type HttpCompany } from '../../../testing/http-company.ts'
import { watchedLog } from '../../../testing/logs/watched-log.ts'
import { createServerWithFault } from '../../../testing/overload-refusals.ts'
import type { TestServer } from '../../../testing/test-server.ts'
import { onTestEnd } from '../on-test-end.ts'

/** A product on a PostgreSQL of its own. */
export interface Product {
  /** The parts of a test server that other servers on the same data need. */
  readonly test: TestServer
  readonly server: TestServer['server']
  readonly company: HttpCompany
  readonly dataDir: string
  readonly owner: pg.ClientConfig
  readonly sent: string[]
  readonly run: HttpCompany['run']
}

/** `folder` holds the database; with `restarted` the product restarts a database that exits. */
export async function startProduct(options: { folder?: string; restarted?: boolean } = {}): Promise<Product> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'quittance-outage-')))
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'postgres')
  onTestEnd(async () => {
    await stopEmbeddedPostgres(dataDir)
    if (!options.folder) await rm(folder, { recursive: true, force: true })
  })
  const { superuser } = await startEmbeddedPostgres({ dataDir })
  await query({ ...superuser }, 'create database quittance')
  const owner = { ...superuser, database: 'quittance' }
  await migrateDatabase(owner)
  if (options.restarted) onTestEnd(restartWhenKilled({ dataDir }))
  const sent: string[] = []
  const config = {
    ...readConfig({ NODE_ENV: 'test', SECRET: randomBytes(32).toString('hex') }),
    databasePool: 5,
  }
  const opened = await createApp({
    schedulesAfter,
    config,
    connection: { ...owner, user: 'quittance_app' },
    maintain: true,
    log: watchedLog(),
    mail: () => ({
      deliver: async (message) => {
        sent.push(message.id)
        return { ok: true }
      },
      close: async () => {},
    }),
    processors: createProcessors,
  })
  onTestEnd(() => opened.close())
  const server = await createServer(opened.app, { pages: false })
  const endWork = await startWorker(opened.app)
  onTestEnd(async () => {
    endWork()
    await server.close()
  })
  const clock = { ...systemClock, set: () => {}, advance: () => {} }
  const test = { app: opened.app, clock, server, ownerConfig: owner } as unknown as TestServer
  const company = await anHttpCompany(test, 'steady-company')
  return { test, server, company, dataDir, owner, sent, run: company.run }
}

/** Runs a statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  config: pg.ClientConfig,
  text: string,
): Promise<Row[]> {
  const client = new pg.Client(config)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

export const get = async ({ server }: Pick<Product, 'server'>, url: string) => {
  const began = performance.now()
  const { statusCode, headers } = await server.inject({ method: 'GET', url, headers: { host: 'localhost' } })
  return { status: statusCode, retryAfter: headers['retry-after'], ms: performance.now() - began }
}

/** One more server on the product's data and connections, with this fault. */
export async function openFaultyServer({ test }: Product, fault: Fault): Promise<TestServer['server']> {
  const { server, close } = await createServerWithFault(test, fault)
  onTestEnd(close)
  return server
}

export const postmasterOf = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, '18', 'postmaster.pid'), 'utf8')).split('\n')[0])
