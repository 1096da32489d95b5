import { openHistoryAccounts } from '../seed/history/open-accounts.ts'
import { inAccount, unitOfWork } from '../server/platform/context.ts'
import { aCustomer } from '../server/rooms/customers/testing.ts'
import { drawStoredDocument } from '../server/rooms/documents/index.ts'
import { aRun, sendRun } from '../server/rooms/statements/testing.ts'
import { addOpenInvoices, openOwnDatabase, workThrough } from './own-database.ts'
import { reportStandalone } from './report.ts'
import type { Finding } from './rows/row.ts'

/**
 * Ten thousand statements of a month, in ten accounts: a run computes, numbers and queues them, and each is drawn as PDF as its
 * message leaves. The reference is one statement over all customers that sums the same postings.
 * `node bench/statements.ts [statements]`
 */
const STATEMENTS = Number(process.argv[2] ?? 10_000)
const ACCOUNTS = 10
const INVOICES_OF_CUSTOMER = 12
const DAYS = 60
const FIRST_DAY = -50
const DRAWN_AT_ONCE = 4
const FULL_STATEMENTS = 10_000
const MAX_S = 120
type FileContents = Parameters<typeof drawStoredDocument>[1]

const CALLER = { requestId: 'bench', ip: null }
const ACTOR = { kind: 'system', job: 'bench' } as const

const { app, owner, cpuS, close } = await openOwnDatabase('statements')

/** Adds customers with open invoices and the ledger entries of these. */
async function seed(): Promise<readonly string[]> {
  const accounts = await openHistoryAccounts(app, ACCOUNTS)
  for (const account of accounts)
    await inAccount(app, CALLER, ACTOR, account, async (ctx) => {
      for (let at = 0; at < STATEMENTS / ACCOUNTS; at++)
        await aCustomer(ctx, { shortName: `Customer ${at}`, email: `customer-${at}@debtors.test` })
    })
  await addOpenInvoices(owner, { each: INVOICES_OF_CUSTOMER, days: DAYS, firstDay: FIRST_DAY })
  await owner.query(`set session_replication_role = replica`)
  await owner.query(`with entries as (
      insert into ledger_entries (account_id, id, sequence, kind, booked_on, recorded_at, customer_id, source_type, source_id,
        description, previous_hash, hash)
      select account_id, id, row_number() over (partition by account_id order by id), 'invoice', current_date - 40, now(), customer_id,
        'invoice', id, 'Invoice ' || number, sha256(number::bytea), sha256(number::bytea) from invoices
      returning account_id, id, customer_id)
    insert into ledger_postings (account_id, entry_id, position, ledger_account, customer_id, invoice_id, currency, amount_minor)
    select account_id, id, 0, 'receivable', customer_id, id, 'USD', 10000 from entries
    union all select account_id, id, 1, 'sales', customer_id, null, 'USD', -10000 from entries`)
  await owner.query(`set session_replication_role = origin`)
  await owner.query('vacuum analyze')
  return accounts
}

const BARE = `select count(*)::int from (select p.customer_id, sum(p.amount_minor) from ledger_postings p
  join ledger_entries e on e.account_id = p.account_id and e.id = p.entry_id
  where p.ledger_account = 'receivable' and e.booked_on <= current_date group by p.account_id, p.customer_id) s`

const isoDate = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

async function measure(accounts: readonly string[]): Promise<Finding[]> {
  const bareStart = performance.now()
  await owner.query(BARE)
  const bareS = (performance.now() - bareStart) / 1000
  const [began, cpuBefore] = [performance.now(), cpuS()]
  const period = { from: isoDate(45), to: isoDate(1) }
  await workThrough(accounts, 2, async (id) => {
    const run = await inAccount(app, CALLER, ACTOR, id, (ctx) => aRun(ctx, period))
    await sendRun(unitOfWork(app, CALLER, ACTOR, id), run)
  })
  const sentS = (performance.now() - began) / 1000
  const { rows } = await owner.query<FileContents & { account: string }>(
    `select f.account_id as account, f.id, f.media_type as "mediaType", f.bytes from statements s
      join stored_files f on f.account_id = s.account_id and f.id = s.file_id`,
  )
  const memory = await workThrough(rows, DRAWN_AT_ONCE, ({ account, ...file }) =>
    drawStoredDocument(unitOfWork(app, CALLER, ACTOR, account), file),
  )
  const seconds = (performance.now() - began) / 1000
  const cpu = cpuS() - cpuBefore
  const target = (MAX_S * rows.length) / FULL_STATEMENTS
  const at = `${rows.length} statements of ${INVOICES_OF_CUSTOMER} invoices each`
  return [
    {
      what: 'statements computed, numbered, queued and drawn as PDF',
      at,
      figure: `${seconds.toFixed(1)} s, of these ${sentS.toFixed(1)} s before drawing; ${cpu.toFixed(1)} s of CPU`,
      reference: `${bareS.toFixed(1)} s for the bare sums`,
      ratio: '',
      target: `≤ ${target} s`,
      met: seconds <= target,
    },
    {
      what: 'memory of the process meanwhile',
      at,
      figure: `${Math.round(memory)} MB`,
      reference: '',
      ratio: '',
      target: '',
      met: null,
    },
  ]
}

const accounts = await seed()
reportStandalone('statements', await measure(accounts))
await close()
