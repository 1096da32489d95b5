import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { imports } from '../contract/imports.ts'
import type { Route } from '../contract/route.ts'
import { openDatabase } from '../server/main/database.ts'
import { JOBS } from '../server/main/rooms.ts'
import { routesOf } from '../server/main/routes/all-routes.ts'
import { asDate, systemClock } from '../server/platform/clock.ts'
import { readConfig } from '../server/platform/config.ts'
import { type App, inTransaction, type UnitOfWork, unitOfWork } from '../server/platform/context.ts'
import { createApp } from '../server/platform/create-app.ts'
import { newId } from '../server/platform/ids.ts'
import { createLog } from '../server/platform/log.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded.ts'
import { openAccount } from '../server/rooms/accounts/index.ts'
import { customerRows, invoiceRows, toCsv } from './import-files.ts'
import { databaseCpuS, ownCpuS, printLine } from './measuring.ts'
import { reportStandalone } from './report.ts'
import type { Finding } from './rows/row.ts'

/**
 * Imports 50,000 customers, then 50,000 invoices (a fifth of them partly paid), then the same invoices again, through the
 * routes and the queue, on its own database with fsync on. The reference inserts the same cells into a bare table through
 * the driver, a thousand rows a transaction. `node bench/import.ts [rows]`
 */
const ROWS = Number(process.argv[2] ?? 50_000)
const TARGET_S = (60 * ROWS) / 50_000
const BATCH = 1000

type Reply = {
  pk: string
  status: string
  failure: string | null
  written_rows: number
  outcomes: object
  mapping: object
} & {
  date_order: 'MDY'
  decimal_mark: 'auto'
}

interface Spent {
  readonly wallS: number
  readonly nodeS: number
  readonly databaseS: number
}

async function spent<T>(work: () => Promise<T>): Promise<Spent & { result: T }> {
  const [started, node, database] = [performance.now(), ownCpuS(), databaseCpuS(postmasterPid)]
  const result = await work()
  return {
    result,
    wallS: (performance.now() - started) / 1000,
    nodeS: ownCpuS() - node,
    databaseS: databaseCpuS(postmasterPid) - database,
  }
}

const cpuS = ({ nodeS, databaseS }: Spent): number => nodeS + databaseS
const describeTime = (time: Spent): string =>
  `${time.wallS.toFixed(1)} s (CPU ${cpuS(time).toFixed(1)} s: Node ${time.nodeS.toFixed(1)}, PostgreSQL ${time.databaseS.toFixed(1)})`

const ROUTES = routesOf(false, false)

function call(uow: UnitOfWork, route: Route, input: object): Promise<Reply> {
  const bound = ROUTES.find((entry) => entry.route === route)!
  const given = { params: {}, query: {}, body: {}, ...input } as never
  const reply = bound.handleUnitOfWork
    ? bound.handleUnitOfWork(uow as never, given)
    : uow.transaction((ctx) => bound.handle!(ctx as never, given))
  return reply as Promise<Reply>
}

async function waitFor(uow: UnitOfWork, pk: string, status: string): Promise<Reply> {
  for (;;) {
    const run = await call(uow, imports.read, { params: { import: pk } })
    if (run.status === status) return run
    if (run.status === 'failed') throw new Error(run.failure ?? 'failed')
    await sleep(100)
  }
}

async function measure(
  uow: UnitOfWork,
  what: string,
  kind: 'customers' | 'invoices',
  rows: string[][],
): Promise<Finding> {
  const reference = await measureBarely(rows)
  const upload = await spent(() => {
    const body = { mediaType: 'text/csv', name: '', bytes: Buffer.from(toCsv(rows)) }
    return call(uow, imports.upload, { query: { kind, name: `${kind}.csv` }, body })
  })
  const { pk, mapping, date_order, decimal_mark } = upload.result
  const check = await spent(async () => {
    await call(uow, imports.check, { params: { import: pk }, body: { mapping, date_order, decimal_mark } })
    return waitFor(uow, pk, 'ready')
  })
  const run = await spent(async () => {
    await call(uow, imports.run, { params: { import: pk } })
    return waitFor(uow, pk, 'done')
  })
  const parts: Spent[] = [upload, check, run]
  const sum = (part: (time: Spent) => number) => parts.reduce((total, time) => total + part(time), 0)
  const whole = {
    wallS: sum((time) => time.wallS),
    nodeS: sum((time) => time.nodeS),
    databaseS: sum((time) => time.databaseS),
  }
  const finding = {
    what: `import of ${what}`,
    at: `${ROWS} rows`,
    figure: describeTime(whole),
    reference: `bare inserts ${describeTime(reference)}`,
    ratio: `${(cpuS(whole) / cpuS(reference)).toFixed(1)} of CPU`,
    target: `≤ ${TARGET_S.toFixed(0)} s`,
    met: whole.wallS <= TARGET_S,
  }
  printLine(`  upload ${describeTime(upload)}, check ${describeTime(check)}, write ${describeTime(run)}`)
  printLine(`  ${JSON.stringify(check.result.outcomes)} → ${run.result.written_rows} written`)
  return finding
}

/** Inserts the same cells into a table that has only a primary key. */
async function measureBarely(rows: string[][]): Promise<Spent> {
  const client = new pg.Client({ ...server.superuser, database: 'quittance' })
  await client.connect()
  try {
    // Measured before the session ends, because its times are added to the postmaster's only later.
    return await spent(() => writeBarely(client, rows))
  } finally {
    await client.query('drop schema if exists bare cascade')
    await client.end()
  }
}

async function writeBarely(client: pg.Client, [heading, ...rows]: string[][]): Promise<void> {
  const columns = heading!.map((_, index) => `c${index}`)
  await client.query(
    `create schema bare create table rows (id uuid primary key, ${columns.map((name) => `${name} text`).join(', ')})`,
  )
  const arrays = ['id', ...columns].map(
    (name, index) => `$${index + 1}::${name === 'id' ? 'uuid' : 'text'}[]`,
  )
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH)
    await client.query(`insert into bare.rows select * from unnest(${arrays.join(', ')})`, [
      batch.map(() => randomUUID()),
      ...columns.map((_, index) => batch.map((row) => row[index])),
    ])
  }
}

async function openTenant(app: App): Promise<UnitOfWork> {
  const [accountId, userId] = [newId(app.clock.wallNow()), newId(app.clock.wallNow())]
  const caller = { requestId: 'bench', ip: null }
  const email = 'owner@bench.test'
  const owner = {
    kind: 'staff',
    userId,
    sessionId: newId(app.clock.wallNow()),
    email,
    emailVerified: true,
    role: 'owner',
  } as const
  const at = asDate(app.clock.wallNow())
  await inTransaction(app, caller, owner, async (ctx) => {
    const user = {
      id: userId,
      email,
      password_hash: null,
      first_name: 'Olive',
      last_name: 'Owner',
      created_at: at,
    }
    await ctx.db
      .insertInto('users' as never)
      .values(user as never)
      .execute()
    const inside = await openAccount(ctx, { id: accountId, ownerId: userId, subDomain: 'bench-bench' })
    await inside.db
      .updateTable('accounts')
      .set({ account_type: 'local' })
      .where('account_id', '=', accountId)
      .execute()
  })
  return unitOfWork(app, caller, owner, accountId)
}

const folder = mkdtempSync(join(tmpdir(), 'quittance-bench-'))
const config = readConfig({
  ...process.env,
  NODE_ENV: 'development',
  DATA_DIR: folder,
  SECRET: randomBytes(32).toString('hex'),
})
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: printLine })
const postmasterPid = readFileSync(join(folder, 'postgres', '18', 'postmaster.pid'), 'utf8').split('\n')[0]!
const database = await openDatabase(config, printLine)
const opened = await createApp({
  config,
  connection: database.connection,
  clock: systemClock,
  maintain: true,
  log: createLog('error'),
  mail: () => ({ deliver: async () => ({ ok: true }), close: async () => {} }),
  processors: () => [],
})
try {
  const uow = await openTenant(opened.app)
  await opened.app.jobs.work(
    opened.app,
    JOBS.filter(({ name }) => name.startsWith('imports.')),
  )
  const invoices = invoiceRows(ROWS)
  reportStandalone('import', [
    await measure(uow, 'customers', 'customers', customerRows(ROWS)),
    await measure(uow, 'invoices', 'invoices', invoices),
    await measure(uow, 'invoices that are there already', 'invoices', invoices),
  ])
} finally {
  await opened.close()
  await database.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
