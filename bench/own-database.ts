import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../server/main/database.ts'
import { systemClock } from '../server/platform/clock.ts'
import { readConfig } from '../server/platform/config.ts'
import type { App } from '../server/platform/context.ts'
import { createApp } from '../server/platform/create-app.ts'
import { createLog } from '../server/platform/log.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded.ts'
import { databaseCpuS, ownCpuS, printLine } from './measuring.ts'

/** The product without its server, on a database that is removed at the end. */
export interface OwnDatabase {
  readonly app: App
  /** Connected as the owner of the tables. */
  readonly owner: pg.Client
  /** CPU seconds of this process and of PostgreSQL's so far. */
  readonly cpuS: () => number
  /** CPU seconds of PostgreSQL's processes alone. */
  readonly databaseCpuS: () => number
  /** For another process of the product: its settings and its connection. */
  readonly settings: Readonly<Record<string, string>>
  readonly connection: pg.ClientConfig
  readonly close: () => Promise<void>
}

/** Starts a database of its own in a temporary folder, with fsync on, and the product's parts on it. */
export async function openOwnDatabase(name: string): Promise<OwnDatabase> {
  const folder = mkdtempSync(join(tmpdir(), `quittance-${name}-`))
  const settings = {
    NODE_ENV: 'development',
    DATA_DIR: folder,
    SECRET: randomBytes(32).toString('hex'),
  }
  const config = { ...readConfig(settings), demo: false }
  const database = await openDatabase(config, printLine)
  const { superuser } = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres') })
  const postmasterPid = readFileSync(join(folder, 'postgres', '18', 'postmaster.pid'), 'utf8').split('\n')[0]!
  const owner = new pg.Client({ ...superuser, database: database.connection.database })
  await owner.connect()
  const { app, close } = await createApp({
    config,
    connection: database.connection,
    clock: systemClock,
    log: createLog('silent'),
    maintain: false,
    mail: () => ({ deliver: async () => ({ ok: true }), close: async () => {} }),
    processors: () => [],
  })
  return {
    app,
    owner,
    cpuS: () => ownCpuS() + databaseCpuS(postmasterPid),
    databaseCpuS: () => databaseCpuS(postmasterPid),
    settings,
    connection: database.connection,
    close: async () => {
      await close()
      await owner.end()
      await database.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Handles items, several at a time, and returns the most memory that the process took meanwhile, in MB. */
export async function workThrough<T>(
  items: readonly T[],
  workers: number,
  handle: (item: T) => Promise<unknown>,
): Promise<number> {
  let most = 0
  const left = [...items]
  const work = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) {
      await handle(item)
      most = Math.max(most, process.memoryUsage.rss() / 1024 ** 2)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return most
}

/** Adds open invoices of 100.00 to every customer, due over some days around today, without counters of lists. */
export async function addOpenInvoices(
  owner: pg.Client,
  { each, days, firstDay }: { readonly each: number; readonly days: number; readonly firstDay: number },
): Promise<void> {
  await owner.query(`set session_replication_role = replica`)
  await owner.query(
    `insert into invoices (account_id, id, customer_id, number, state, currency, invoice_date, due_date, terms, subtotal_minor,
        discount_minor, tax_minor, total_minor, issued_at, created_at, updated_at)
      select k.account_id, gen_random_uuid(), k.id, 'INV-' || row_number() over (partition by k.account_id), 'open', 'USD',
        current_date - 100, current_date + $3::int + n % $2::int, 'custom', 10000, 0, 0, 10000, now() - interval '200 days',
        now(), now()
      from customers k, generate_series(1, $1::int) n`,
    [each, days, firstDay],
  )
  await owner.query(
    `insert into receivables (account_id, invoice_id, customer_id, currency, due_date, charged_minor, remaining_minor)
      select account_id, id, customer_id, currency, due_date, total_minor, total_minor from invoices`,
  )
  await owner.query(`set session_replication_role = origin`)
  await owner.query('vacuum analyze')
}
