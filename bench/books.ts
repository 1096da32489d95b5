import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openHistoryAccounts } from '../seed/history/open-accounts.ts'
import { startQuickBooksSimulator } from '../simulators/quickbooks/index.ts'
import { printLine } from './measuring.ts'
import { openOwnDatabase } from './own-database.ts'
import type { BooksRead, ReadBooks } from './read-books.ts'
import { reportStandalone } from './report.ts'

/**
 * The first reading of the books of QuickBooks Online, simulated without latency, by a process that is killed in the middle and started
 * again; then the reading of a hundred changes in a company with ten times as many invoices. `node bench/books.ts [invoices]`
 */
const INVOICES = Number(process.argv[2] ?? 100_000)
const CUSTOMERS = INVOICES / 10
const CHANGES = 100
const FULL = 100_000
const [MAX_S, MAX_MB, MAX_CPU_S] = [120, 400, 3]

const { app, owner, databaseCpuS, settings, connection, close } = await openOwnDatabase('books')
const intuit = await startQuickBooksSimulator()

function fillBooks(): void {
  const { books } = intuit
  const customers = Array.from(
    { length: CUSTOMERS },
    (_, at) => books.put('Customer', { DisplayName: `Customer ${at}`, Active: true }).Id,
  )
  for (let at = 0; at < INVOICES; at++)
    books.addInvoice(customers[at % CUSTOMERS]!, 100 + (at % 900), `${10_000 + at}`)
}

async function openCompany(): Promise<ReadBooks> {
  const [accountId] = (await openHistoryAccounts(app, 1)) as [string]
  await owner.query(`update accounts set account_type = 'provider'`)
  const { rows } = await owner.query<{ user_id: string }>('select user_id from memberships')
  const staff = { userId: rows[0]!.user_id, sessionId: crypto.randomUUID(), role: 'owner' } as const
  return {
    settings: { ...settings, ...intuit.env },
    connection,
    accountId,
    owner: { kind: 'staff', email: 'owner@history.test', ...staff } as ReadBooks['owner'],
  }
}

const count = async (): Promise<number> =>
  Number((await owner.query<{ count: string }>('select count(*) from invoices')).rows[0]!.count)

/** Reads the books in a process of its own. With `killAt` it is killed once so many invoices are here, and null returned. */
async function readBooks(given: ReadBooks, killAt?: number): Promise<BooksRead | null> {
  const child = fork(fileURLToPath(new URL('read-books.ts', import.meta.url)), {
    env: { ...process.env, READ_BOOKS: JSON.stringify(given) },
    // As the product is started.
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=16'],
  })
  let read: BooksRead | null = null
  child.on('message', (message) => {
    read = message as BooksRead
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  if (killAt !== undefined) {
    while (child.exitCode === null && (await count()) < killAt) await new Promise((go) => setTimeout(go, 20))
    child.kill('SIGKILL')
  }
  await ended
  return read
}

/** Adds invoices that were read before, as they stand after a reading, beside those of the simulator. */
async function addReadInvoices(times: number): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `with made as (
        insert into invoices (account_id, id, customer_id, number, state, currency, invoice_date, due_date, terms, subtotal_minor,
          discount_minor, tax_minor, total_minor, issued_at, created_at, updated_at)
        select i.account_id, gen_random_uuid(), i.customer_id, i.number || '-' || n, 'open', i.currency, i.invoice_date, i.due_date,
          i.terms, i.subtotal_minor, 0, 0, i.total_minor, i.issued_at, i.created_at, i.updated_at
        from invoices i, generate_series(1, $1::int) n returning account_id, id, customer_id, number, currency, due_date, total_minor),
      owed as (insert into receivables (account_id, invoice_id, customer_id, currency, due_date, charged_minor, remaining_minor)
        select account_id, id, customer_id, currency, due_date, total_minor, total_minor from made)
    insert into accounting_links (account_id, connection_id, kind, remote_id, local_id, version, seen_at)
      select m.account_id, c.id, 'invoice', 'more-' || m.number, m.id, '0', now() from made m
      join accounting_connections c on c.account_id = m.account_id`,
    [times],
  )
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum analyze')
}

async function readWhole(given: ReadBooks) {
  const killAt = INVOICES / 2
  const [began, cpuBefore] = [performance.now(), databaseCpuS()]
  await readBooks(given, killAt)
  const [before, killedS] = [await count(), (performance.now() - began) / 1000]
  // Another process would wait until the claim of the killed one expires, at most a minute.
  await owner.query(`update accounting_connections set claimed_until = null`)
  const rest = await readBooks(given)
  if (rest?.end !== 'done') throw new Error(`the books were not read: ${rest?.end}`)
  return { before, seconds: killedS + rest.seconds, rest, databaseS: databaseCpuS() - cpuBefore }
}

async function readChanges(given: ReadBooks) {
  for (const invoice of intuit.books.list('Invoice').slice(0, CHANGES))
    intuit.books.put('Invoice', { ...invoice, Balance: 1 })
  const before = databaseCpuS()
  const read = await readBooks(given)
  if (read?.end !== 'done') throw new Error(`the changes were not read: ${read?.end}`)
  const { rows } = await owner.query<{ count: string }>(
    'select count(*) from receivables where remaining_minor = 100',
  )
  if (Number(rows[0]!.count) !== CHANGES) throw new Error(`${rows[0]!.count} changes were applied`)
  return { read, databaseS: databaseCpuS() - before }
}

fillBooks()
const given = await openCompany()
const whole = await readWhole(given)
const found = await count()
if (found !== INVOICES) throw new Error(`${found} invoices were read`)
// The changes of the last minutes are read again, so that they are read once before the measurement.
intuit.books.forgetTimes()
await addReadInvoices(9)
const changes = await readChanges(given)
const at = `${INVOICES} invoices, ${CUSTOMERS} customers`
const target = (MAX_S * INVOICES) / FULL
const changesCpuS = changes.read.cpuS + changes.databaseS
reportStandalone('books', [
  {
    what: 'first reading of the books, killed in the middle and resumed',
    at,
    figure: `${whole.seconds.toFixed(1)} s; killed at ${whole.before} invoices, the rest took ${whole.rest.seconds.toFixed(1)} s and ${whole.rest.cpuS.toFixed(1)} s of CPU; ${whole.databaseS.toFixed(1)} s of CPU in PostgreSQL for all`,
    reference: '',
    ratio: '',
    target: `≤ ${target} s`,
    met: whole.seconds <= target,
  },
  {
    what: 'memory of the process that resumes',
    at,
    figure: `${Math.round(whole.rest.memoryMb)} MB`,
    reference: '',
    ratio: '',
    target: `≤ ${MAX_MB} MB`,
    met: whole.rest.memoryMb <= MAX_MB,
  },
  {
    what: `a sync of ${CHANGES} changes`,
    at: `${INVOICES * 10} invoices`,
    figure: `${changesCpuS.toFixed(2)} s of CPU: Node ${changes.read.cpuS.toFixed(2)}, PostgreSQL ${changes.databaseS.toFixed(2)}`,
    reference: '',
    ratio: '',
    target: `≤ ${MAX_CPU_S} s of CPU`,
    met: changesCpuS <= MAX_CPU_S,
  },
])
printLine(intuit.violations.slice(0, 3).join('\n'))
await intuit.close()
await close()
