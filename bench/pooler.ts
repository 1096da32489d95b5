import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '../contract/index.ts'
import { openDemoCompany } from '../seed/demo/demo-company.ts'
import { openDatabase } from '../server/main/database.ts'
import { systemClock } from '../server/platform/clock.ts'
import { readConfig } from '../server/platform/config.ts'
import { type Actor, inAccount, inTransaction } from '../server/platform/context.ts'
import { createApp, type OpenApp } from '../server/platform/create-app.ts'
import type { ServingConnection } from '../server/platform/db/pooler.ts'
import { createLog } from '../server/platform/log.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded.ts'
import { createCustomer, listCustomers } from '../server/rooms/customers/index.ts'
import { startPooler } from '../testing/database/pooler.ts'
import { databaseCpuS, median, ownCpuS, printLine, processCpuS } from './measuring.ts'
import { reportStandalone } from './report.ts'
import type { Finding } from './rows/row.ts'

/**
 * The same transactions behind PgBouncer in transaction mode and on direct connections, on one database with fsync on, in
 * turn. Behind the pooler no statement stays prepared, so each is parsed and planned again. `node bench/pooler.ts`
 */
const TRANSACTIONS = 2000
const AT_ONCE = 16
const ROUNDS = 5
const ACTOR: Actor = { kind: 'system', job: 'benchmark' }
const CALLER = { requestId: 'benchmark', ip: null }

const folder = mkdtempSync(join(tmpdir(), 'quittance-pooler-'))
// PostgreSQL and PgBouncer run as a user without rights when this process runs as root.
chmodSync(folder, 0o711)
const config = {
  ...readConfig({ NODE_ENV: 'development', DATA_DIR: folder, SECRET: randomBytes(32).toString('hex') }),
  demo: false,
}
const database = await openDatabase(config, printLine)
const { superuser } = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
const postmasterPid = readFileSync(join(folder, 'postgres', '18', 'postmaster.pid'), 'utf8').split('\n')[0]!
const pooler = await startPooler(superuser, ['default_pool_size = 20', 'server_idle_timeout = 600'])

const open = (connection: ServingConnection): Promise<OpenApp> =>
  createApp({
    config,
    connection,
    clock: systemClock,
    log: createLog('silent'),
    maintain: false,
    mail: () => ({ deliver: async () => ({ ok: true }), close: async () => {} }),
    processors: () => [],
  })
const { host, port } = pooler
const apps = {
  direct: await open(database.connection),
  pooled: await open({
    host,
    port,
    database: database.connection.database!,
    user: database.connection.user!,
    isPooled: true,
  }),
}
const accountId = (await inTransaction(apps.direct.app, CALLER, ACTOR, (ctx) => openDemoCompany(ctx)))!.ctx
  .accountId

let names = 0
const query = contract.customers.list.query.parse({})
const KINDS = {
  'reading a list of customers': (one: OpenApp) =>
    inAccount(one.app, CALLER, ACTOR, accountId, (ctx) => listCustomers(ctx, query)),
  'creating a customer': (one: OpenApp) => {
    const body = contract.customers.create.body.parse({ short_name: `Customer ${names++}` })
    return inAccount(one.app, CALLER, ACTOR, accountId, (ctx) => createCustomer(ctx, body))
  },
} as const

/** CPU milliseconds of one transaction, of Node, PostgreSQL and the pooler together. */
async function measure(one: OpenApp, once: (one: OpenApp) => Promise<unknown>): Promise<number> {
  const cpuS = () => ownCpuS() + databaseCpuS(postmasterPid) + processCpuS(pooler.pid)
  const before = cpuS()
  let left = TRANSACTIONS
  const lane = async () => {
    while (left-- > 0) await once(one)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return ((cpuS() - before) / TRANSACTIONS) * 1000
}

async function compare(what: string, once: (one: OpenApp) => Promise<unknown>): Promise<Finding> {
  const [direct, pooled]: number[][] = [[], []]
  for (let round = 0; round <= ROUNDS; round++)
    for (const [one, figures] of [
      [apps.direct, direct!],
      [apps.pooled, pooled!],
    ] as const) {
      const figure = await measure(one, once)
      // The first round fills caches.
      if (round > 0) figures.push(figure)
    }
  const ratio = median(pooled!.map((figure, at) => figure / direct![at]!))
  return {
    what: `${what} behind PgBouncer: CPU`,
    at: `${AT_ONCE} at once`,
    figure: `${median(pooled!).toFixed(2)} ms`,
    reference: `${median(direct!).toFixed(2)} ms on direct connections`,
    ratio: `${ratio.toFixed(2)} ×`,
    target: '',
    met: null,
  }
}

const findings: Finding[] = []
for (const [what, once] of Object.entries(KINDS)) findings.push(await compare(what, once))
reportStandalone('pooler', findings)
await Promise.all(Object.values(apps).map((one) => one.close()))
await pooler.stop()
await database.stop()
rmSync(folder, { recursive: true, force: true })
