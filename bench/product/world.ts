import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openHistoryAccounts } from '../../seed/history/open-accounts.ts'
import { seedAccount } from '../../seed/history/seed-account.ts'
import { vacuumTables } from '../../seed/history/vacuum-tables.ts'
import { openDatabase } from '../../server/main/database.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { schedulesAfter } from '../../server/main/schedules.ts'
import { readConfig } from '../../server/platform/config.ts'
import type { App } from '../../server/platform/context.ts'
import { createApp } from '../../server/platform/create-app.ts'
import { databaseCpuS, ownCpuS, printLine } from '../measuring.ts'
import { type RunningServer, startServer } from './processes.ts'
import { sealLog } from './seal-log.ts'
import { type Sessions, sessionsOf } from './sessions.ts'
import { seedTenants, type TenantAccount } from './tenants.ts'

/** A seeded company. */
export interface Company {
  readonly accountId: string
  readonly subDomain: string
  readonly invoices: number
  /** Duration of seeding, including the vacuum. */
  readonly seedS: number
  readonly seedCpuS: number
}

export interface World {
  readonly size: number
  /** Ordered by size. The last one has `size` invoices. */
  readonly companies: readonly Company[]
  /** Companies with a single customer: one with 100 invoices, one with `size`, up to 100,000. */
  readonly ofOneCustomer: readonly [Company, Company]
  /** Seeds fifty companies with `size` invoices in total, up to 200,000. */
  tenants(): Promise<readonly TenantAccount[]>
  /** Duration of the memory benchmark's load. */
  readonly soakMs: number
  readonly app: App
  /** Connects as superuser, for references and samples. */
  readonly owner: pg.ClientConfig
  readonly client: pg.Client
  /** CPU seconds of PostgreSQL so far. */
  databaseCpuS(): number
  readonly sessions: Sessions
  /** Opens a session of the company's owner. It lives for fifteen minutes. */
  staffToken(company: Company): Promise<string>
  /** Opens a portal session of a customer. */
  portalToken(company: Company, customerId: string): Promise<string>
  /** Starts the product's server in production mode on this data. */
  product(env?: NodeJS.ProcessEnv, program?: readonly [string, ...string[]]): Promise<RunningServer>
  close(): Promise<void>
}

const SECRET = 'b3nch-only-0123456789-abcdefghijklmnop'
const SIZES = [1000, 10_000, 100_000, 1_000_000]
const MAX_OF_ONE = 100_000
const SERVER = ['scripts/launch.ts', 'server'] as const

export async function openWorld(size: number, folder: string, soakMs: number): Promise<World> {
  mkdirSync(folder, { recursive: true })
  const config = readConfig({ NODE_ENV: 'development', DATA_DIR: folder, SECRET, LOG_LEVEL: 'error' })
  const database = await openDatabase(config, printLine)
  const opened = await createApp({
    schedulesAfter,
    config,
    connection: database.connection,
    maintain: false,
    mail: () => ({ deliver: async () => ({ ok: true }), close: async () => {} }),
    processors: createProcessors,
  })
  const { app } = opened
  const owner = database.owner!
  const client = new pg.Client(owner)
  await client.connect()
  const { rows } = await client.query("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid")
  const pid = rows[0].pid as string
  const seeded = await seedOnce({ app, owner, client, folder, size, pid })
  const sessions = sessionsOf(app, client)
  return {
    size,
    ...seeded,
    tenants: () => seedTenants(app, owner, folder, size),
    soakMs,
    app,
    owner,
    client,
    databaseCpuS: () => databaseCpuS(pid),
    sessions,
    staffToken: ({ accountId }) => sessions.staffToken(accountId),
    portalToken: ({ accountId }, customerId) => sessions.portalToken(accountId, customerId),
    product: (env = {}, program = SERVER) =>
      startServer(
        program,
        {
          NODE_ENV: 'production',
          DATA_DIR: folder,
          SECRET,
          BASE_DOMAIN: 'localhost',
          HOST: '127.0.0.1',
          TRUST_PROXY_HOPS: '1',
          LOG_LEVEL: 'error',
          ...env,
        },
        '/ready/',
        'localhost',
        // The same Node flags as `npm start`, which also started this process.
        process.execArgv,
      ),
    async close() {
      await client.end()
      await opened.close()
      await database.stop()
    },
  }
}

type Seeded = Pick<World, 'companies' | 'ofOneCustomer'>

interface Ground {
  readonly app: App
  readonly owner: pg.ClientConfig
  readonly client: pg.Client
  readonly folder: string
  readonly size: number
  /** Process id of PostgreSQL. */
  readonly pid: string
}

/** Seeds the companies, or reuses those seeded in this folder before. */
async function seedOnce({ app, owner, client, folder, size, pid }: Ground): Promise<Seeded> {
  const file = join(folder, `world-${size}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const company = async (invoices: number, customers?: number): Promise<Company> => {
    const started = performance.now()
    const cpuBefore = ownCpuS() + databaseCpuS(pid)
    const [accountId] = await openHistoryAccounts(app, 1)
    await seedAccount(
      app,
      owner,
      { accountId: accountId!, invoices, customers, days: undefined, seed: invoices },
      () => {},
    )
    await vacuumTables(owner)
    const seedS = (performance.now() - started) / 1000
    const seedCpuS = ownCpuS() + databaseCpuS(pid) - cpuBefore
    await sealLog(app, client, accountId!)
    printLine(`seeded ${invoices} invoices in ${seedS.toFixed(1)} s, ${seedCpuS.toFixed(1)} s of CPU`)
    return { accountId: accountId!, subDomain: `history-${accountId!.slice(-12)}`, invoices, seedS, seedCpuS }
  }
  const companies: Company[] = []
  for (const invoices of SIZES.filter((one) => one <= size && (one !== 10_000 || size === 10_000)))
    companies.push(await company(invoices))
  const seeded = {
    companies,
    ofOneCustomer: [await company(100, 1), await company(Math.min(size, MAX_OF_ONE), 1)] as const,
  }
  writeFileSync(file, JSON.stringify(seeded))
  return seeded
}
