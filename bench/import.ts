import { randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { imports } from '../contract/imports.ts'
import type { Route } from '../contract/route.ts'
import { openDatabase } from '../server/main/database.ts'
import { asDate, systemClock } from '../server/platform/clock.ts'
import { readConfig } from '../server/platform/config.ts'
import { type App, inTransaction, type Steps, stepsOf } from '../server/platform/context.ts'
import { createApp } from '../server/platform/create-app.ts'
import { newId } from '../server/platform/ids.ts'
import { createLog } from '../server/platform/log.ts'
import { openAccount } from '../server/rooms/accounts/index.ts'
import { importsJobs, importsRoutes } from '../server/rooms/imports/index.ts'

/**
 * Imports 50,000 customers, then 50,000 invoices (a fifth of them part paid), then the same invoices again: the whole
 * way through routes and queue, on a database of its own with fsync on. `node bench/import.ts [rows]`, by hand.
 */
const ROWS = Number(process.argv[2] ?? 50_000)
const TARGET_S = 60
const print = (line: string) => process.stdout.write(`${line}\n`)

type Reply = {
  pk: string
  status: string
  failure: string | null
  written_rows: number
  fates: object
  mapping: object
} & {
  date_order: 'MDY'
  decimal_mark: 'auto'
}

const customersCsv = (rows: number): string => {
  const lines = ['Customer Name,Company,Email,Phone,Street Address,City,State,ZIP,Country,Terms']
  for (let n = 1; n <= rows; n++)
    lines.push(
      `Customer ${n},"Company ${n}, Inc.",billing${n}@customer${n}.test,(555) 555-${String(n % 10_000).padStart(4, '0')},${n} Main Street,Springfield,IL,62701,USA,Net 30`,
    )
  return lines.join('\r\n')
}

const invoicesCsv = (rows: number): string => {
  const lines = ['Invoice No,Customer,Email,Invoice Date,Due Date,Amount,Balance']
  for (let n = 1; n <= rows; n++) {
    const whose = (n * 7919) % Math.ceil(rows / 5)
    const day = String((n % 28) + 1).padStart(2, '0')
    const balance = n % 5 === 0 ? `${n % 1000}.50` : ''
    lines.push(
      `INV-${n},Customer ${whose},billing${whose}@customer${whose}.test,09/${day}/2026,10/${day}/2026,"1,${String(n % 1000).padStart(3, '0')}.50",${balance}`,
    )
  }
  return lines.join('\r\n')
}

function call(steps: Steps, route: Route, input: object): Promise<Reply> {
  const bound = importsRoutes.find((entry) => entry.route === route)!
  const given = { params: {}, query: {}, body: {}, ...input } as never
  const reply = bound.handleInSteps
    ? bound.handleInSteps(steps as never, given)
    : steps.transaction((ctx) => bound.handle!(ctx as never, given))
  return reply as Promise<Reply>
}

async function waitFor(steps: Steps, pk: string, status: string): Promise<Reply> {
  for (;;) {
    const run = await call(steps, imports.read, { params: { import: pk } })
    if (run.status === status) return run
    if (run.status === 'failed') throw new Error(run.failure ?? 'failed')
    await sleep(100)
  }
}

/** CPU seconds of this process and of the database's, where the system tells. On a busy machine they say more than the clock. */
function cpuSeconds(): { own: number; database: number } {
  const { user, system } = process.cpuUsage()
  const [pidFile] = globSync(`${folder}/postgres/**/postmaster.pid`)
  const postmaster = pidFile && readFileSync(pidFile, 'utf8').split('\n')[0]
  let ticks = 0
  for (const pid of process.platform === 'linux'
    ? readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    : []) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      if (fields[1] === postmaster) ticks += Number(fields[11]) + Number(fields[12])
      // Sessions that have ended are counted with the server that they belonged to.
      if (pid === postmaster) ticks += Number(fields[13]) + Number(fields[14])
    } catch {
      // It ended while it was looked at.
    }
  }
  return { own: (user + system) / 1e6, database: ticks / 100 }
}

async function measure(
  steps: Steps,
  what: string,
  kind: 'customers' | 'invoices',
  text: string,
): Promise<void> {
  const seconds = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const started = performance.now()
    const result = await work()
    return [result, (performance.now() - started) / 1000]
  }
  const body = { mediaType: 'text/csv', name: '', bytes: Buffer.from(text) }
  const [upload, uploadS] = await seconds(() =>
    call(steps, imports.upload, { query: { kind, name: `${kind}.csv` }, body }),
  )
  const { mapping, date_order, decimal_mark } = upload
  const before = cpuSeconds()
  const [ready, checkS] = await seconds(async () => {
    await call(steps, imports.check, {
      params: { import: upload.pk },
      body: { mapping, date_order, decimal_mark },
    })
    return waitFor(steps, upload.pk, 'ready')
  })
  const [done, runS] = await seconds(async () => {
    await call(steps, imports.run, { params: { import: upload.pk } })
    return waitFor(steps, upload.pk, 'done')
  })
  const after = cpuSeconds()
  const total = checkS + runS
  const verdict = total <= (TARGET_S * ROWS) / 50_000 ? 'within' : 'MISSES'
  print(
    `${what}: ${ROWS} rows, upload ${uploadS.toFixed(1)} s, check ${checkS.toFixed(1)} s, run ${runS.toFixed(1)} s`,
  )
  print(
    `  ${Math.round(ROWS / total)} rows/s, ${total.toFixed(1)} s in all, ${verdict} 60 s for 50,000; CPU ${(after.own - before.own).toFixed(1)} s here, ${(after.database - before.database).toFixed(1)} s in the database; ${JSON.stringify(ready.fates)} → ${done.written_rows} written`,
  )
}

async function openTenant(app: App): Promise<Steps> {
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
  return stepsOf(app, caller, owner, accountId)
}

const folder = mkdtempSync(join(tmpdir(), 'quittance-bench-'))
const config = readConfig({
  ...process.env,
  NODE_ENV: 'development',
  DATA_DIR: folder,
  SECRET: randomBytes(32).toString('hex'),
})
const database = await openDatabase(config, print)
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
  const steps = await openTenant(opened.app)
  await opened.app.jobs.work(opened.app, importsJobs)
  await measure(steps, 'customers', 'customers', customersCsv(ROWS))
  await measure(steps, 'invoices', 'invoices', invoicesCsv(ROWS))
  await measure(steps, 'the same invoices again', 'invoices', invoicesCsv(ROWS))
} finally {
  await opened.close()
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
