import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openHistoryAccounts } from '../seed/history/open-accounts.ts'
import { openDatabase } from '../server/main/database.ts'
import { systemClock } from '../server/platform/clock.ts'
import { readConfig } from '../server/platform/config.ts'
import { inAccount, unitOfWork } from '../server/platform/context.ts'
import { createApp } from '../server/platform/create-app.ts'
import { createLog } from '../server/platform/log.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded.ts'
import { aCustomer } from '../server/rooms/customers/testing.ts'
import { aFlow, sendDueOf } from '../server/rooms/reminders/testing.ts'
import { databaseCpuS, ownCpuS, printLine } from './measuring.ts'
import { reportStandalone } from './report.ts'
import type { Finding } from './rows/row.ts'

/**
 * A day of reminders: a million open invoices in a thousand accounts, each with a flow of six steps. What is due is found,
 * decided, recorded and queued as mail by one process, beside the same selection as one bare statement over all accounts.
 * `node bench/reminders.ts [accounts]`
 */
const ACCOUNTS = Number(process.argv[2] ?? 1000)
const CUSTOMERS = 10
const INVOICES_OF_CUSTOMER = 100
/** Due dates are spread over these days around today, so that each step meets a hundredth of the invoices. */
const DAYS = 100
const STEPS = [-7, 0, 3, 10, 20, 35]
const WORKERS = 4
const MAX_S = 60
const MAX_MB = 500
const CALLER = { requestId: 'bench', ip: null }
const ACTOR = { kind: 'system', job: 'bench' } as const

const folder = mkdtempSync(join(tmpdir(), 'quittance-reminders-'))
const config = {
  ...readConfig({ NODE_ENV: 'development', DATA_DIR: folder, SECRET: randomBytes(32).toString('hex') }),
  demo: false,
}
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

/** Adds the customers, the flow and the open invoices of each account. */
async function seed(): Promise<readonly string[]> {
  const accounts = await openHistoryAccounts(app, ACCOUNTS)
  for (const account of accounts)
    await inAccount(app, CALLER, ACTOR, account, async (ctx) => {
      for (let at = 0; at < CUSTOMERS; at++)
        await aCustomer(ctx, { shortName: `Customer ${at}`, email: `customer-${at}@debtors.test` })
      await aFlow(
        ctx,
        STEPS.map((offset_days) => ({ offset_days, hour: 0 })),
        { gapDays: 0 },
      )
    })
  // Counters of lists are not what is measured.
  await owner.query(`set session_replication_role = replica`)
  await owner.query(
    `insert into invoices (account_id, id, customer_id, number, state, currency, invoice_date, due_date, terms, subtotal_minor,
        discount_minor, tax_minor, total_minor, issued_at, created_at, updated_at)
      select k.account_id, gen_random_uuid(), k.id, 'INV-' || row_number() over (partition by k.account_id), 'open', 'USD',
        current_date - 100, current_date - $2::int / 2 + n % $2::int, 'custom', 10000, 0, 0, 10000, now() - interval '200 days',
        now(), now()
      from customers k, generate_series(1, $1::int) n`,
    [INVOICES_OF_CUSTOMER, DAYS],
  )
  await owner.query(
    `insert into receivables (account_id, invoice_id, customer_id, currency, due_date, charged_minor, remaining_minor)
      select account_id, id, customer_id, currency, due_date, total_minor, total_minor from invoices`,
  )
  await owner.query(`set session_replication_role = origin`)
  await owner.query('vacuum analyze')
  return accounts
}

/** Pairs of an open invoice and a step that are due today in all accounts, as one statement. */
const SELECTION = `select count(*)::int as pairs, count(distinct r.customer_id)::int as customers
  from receivables r join invoices i on i.account_id = r.account_id and i.id = r.invoice_id and i.state = 'open'
    join reminder_flows f on f.account_id = r.account_id and f.on_since is not null and f.covers = 'everyone_else'
    join reminder_steps s on s.account_id = f.account_id and s.flow_id = f.id
    left join reminder_outcomes o on o.account_id = r.account_id and o.invoice_id = r.invoice_id and o.step_id = s.id
  where r.remaining_minor > 0 and o.invoice_id is null
    and i.due_date + s.offset_days = current_date`

/** Runs what is due in every account, several at a time, and returns the most memory that the process took, in MB. */
async function runDay(accounts: readonly string[]): Promise<number> {
  let most = 0
  const left = [...accounts]
  const work = async () => {
    for (let account = left.pop(); account !== undefined; account = left.pop()) {
      const id = account
      await sendDueOf({ uow: (actor = ACTOR) => unitOfWork(app, CALLER, actor, id) })
      most = Math.max(most, process.memoryUsage.rss() / 1024 ** 2)
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  return most
}

async function measure(accounts: readonly string[]): Promise<Finding[]> {
  const bareStart = performance.now()
  const { rows } = await owner.query(SELECTION)
  const bareS = (performance.now() - bareStart) / 1000
  const [began, cpuBefore] = [performance.now(), ownCpuS() + databaseCpuS(postmasterPid)]
  const memory = await runDay(accounts)
  const seconds = (performance.now() - began) / 1000
  const cpu = ownCpuS() + databaseCpuS(postmasterPid) - cpuBefore
  const sent = await owner.query(`select count(*)::int as messages from reminder_messages`)
  const at = `${accounts.length * CUSTOMERS * INVOICES_OF_CUSTOMER} open invoices, ${accounts.length} accounts, ${rows[0].pairs} steps due, ${sent.rows[0].messages} messages`
  return [
    {
      what: 'a day of reminders found, decided and queued',
      at,
      figure: `${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU`,
      reference: `${bareS.toFixed(1)} s for the bare selection`,
      ratio: `${(seconds / bareS).toFixed(1)} ×`,
      target: `≤ ${MAX_S} s`,
      met: seconds <= MAX_S,
    },
    {
      what: 'memory of the process meanwhile',
      at,
      figure: `${Math.round(memory)} MB`,
      reference: '',
      ratio: '',
      target: `≤ ${MAX_MB} MB`,
      met: memory <= MAX_MB,
    },
  ]
}

const accounts = await seed()
reportStandalone('reminders', await measure(accounts))
await close()
await owner.end()
await database.stop()
rmSync(folder, { recursive: true, force: true })
