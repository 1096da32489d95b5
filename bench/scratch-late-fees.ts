import { openHistoryAccounts } from '../seed/history/open-accounts.ts'
import { inAccount, unitOfWork } from '../server/platform/context.ts'
import { aCustomer } from '../server/rooms/customers/testing.ts'
import { chargeDue, createRule, MONTHLY_TERMS, switchOn } from '../server/rooms/late-fees/testing.ts'
import { addOpenInvoices, openOwnDatabase, workThrough } from './own-database.ts'
import { reportStandalone } from './report.ts'
import type { Finding } from './rows/row.ts'

/**
 * A day on which every late invoice is charged: a million open invoices in a thousand accounts, each with a rule. Fees are decided,
 * booked and recorded by one process, beside one bare statement that computes and writes the same rows for all accounts.
 * `node bench/late-fees.ts [accounts]`
 */
const ACCOUNTS = Number(process.argv[2] ?? 1000)
const CUSTOMERS = 10
const INVOICES_OF_CUSTOMER = 100
/** Due dates are spread over these days, all of them long enough ago to be charged. */
const DAYS = 60
const FIRST_DAY = -90
const WORKERS = 4
const MAX_S = 90
const FULL_ACCOUNTS = 1000
const MAX_MB = 500
const CALLER = { requestId: 'bench', ip: null }
const ACTOR = { kind: 'system', job: 'bench' } as const

const { app, owner, cpuS, close } = await openOwnDatabase('late-fees')

/** Adds the customers, the rule and the open invoices of each account. */
async function seed(): Promise<readonly string[]> {
  const accounts = await openHistoryAccounts(app, ACCOUNTS)
  for (const account of accounts)
    await inAccount(app, CALLER, ACTOR, account, async (ctx) => {
      for (let at = 0; at < CUSTOMERS; at++)
        await aCustomer(ctx, { shortName: `Customer ${at}`, email: `customer-${at}@debtors.test` })
      const { pk, revision } = await createRule(ctx, {
        name: 'Late fees',
        covers: 'everyone_else',
        groups: [],
        terms: MONTHLY_TERMS,
        line_text: 'Late fee, {month}',
        item: '',
      })
      await switchOn(ctx, pk, { revision, includesLate: true })
    })
  await addOpenInvoices(owner, { each: INVOICES_OF_CUSTOMER, days: DAYS, firstDay: FIRST_DAY })
  return accounts
}

/** Fees of all accounts with an entry and two postings each, in tables without keys, and the new balances. */
const BARE = `with due as (
    select r.account_id, r.invoice_id, gen_random_uuid() as id, (r.remaining_minor - i.fees_minor) * u.rate_ppm / 1000000 as minor
    from receivables r join invoices i on i.account_id = r.account_id and i.id = r.invoice_id and i.state = 'open'
      join late_fee_rules u on u.account_id = r.account_id and u.state = 'on' and u.covers = 'everyone_else'
    where r.remaining_minor > 0 and r.reserved_minor = 0 and r.due_date + u.grace_days <= current_date),
  fees as (insert into bare_fees select account_id, id, invoice_id, minor from due),
  entries as (insert into bare_entries select account_id, id, current_date from due),
  postings as (insert into bare_postings select account_id, id, invoice_id, minor * sign from due, unnest(array[1, -1]) as sign),
  totals as (update invoices i set fees_minor = fees_minor + d.minor, total_minor = total_minor + d.minor from due d
    where i.account_id = d.account_id and i.id = d.invoice_id)
  update receivables r set charged_minor = charged_minor + d.minor, remaining_minor = remaining_minor + d.minor from due d
  where r.account_id = d.account_id and r.invoice_id = d.invoice_id`

/** Returns the seconds of the bare statement, whose changes are rolled back. */
async function measureBare(): Promise<number> {
  await owner.query('create table bare_fees (account_id uuid, id uuid, invoice_id uuid, minor bigint)')
  await owner.query('create table bare_entries (account_id uuid, id uuid, day date)')
  await owner.query('create table bare_postings (account_id uuid, id uuid, invoice_id uuid, minor bigint)')
  await owner.query('begin')
  await owner.query(`set local session_replication_role = replica`)
  const began = performance.now()
  await owner.query(BARE)
  const seconds = (performance.now() - began) / 1000
  await owner.query('rollback')
  await owner.query('vacuum analyze invoices, receivables')
  return seconds
}

async function measure(accounts: readonly string[]): Promise<Finding[]> {
  const bareS = await measureBare()
  const [began, cpuBefore] = [performance.now(), cpuS()]
  const memory = await workThrough(accounts, WORKERS, (id) => chargeDue(unitOfWork(app, CALLER, ACTOR, id)))
  const seconds = (performance.now() - began) / 1000
  const cpu = cpuS() - cpuBefore
  const { rows } = await owner.query(
    `select count(*)::int as fees, sum(amount_minor)::bigint as minor from late_fees`,
  )
  const target = (MAX_S * accounts.length) / FULL_ACCOUNTS
  const at = `${accounts.length * CUSTOMERS * INVOICES_OF_CUSTOMER} open invoices, ${accounts.length} accounts, ${rows[0].fees} fees`
  return [
    {
      what: 'a day of late fees decided, booked and recorded',
      at,
      figure: `${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU`,
      reference: `${bareS.toFixed(1)} s for the bare statement`,
      ratio: `${(seconds / bareS).toFixed(1)} ×`,
      target: `≤ ${target} s`,
      met: seconds <= target,
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
const f = await measure(accounts); console.log(JSON.stringify(f[0])); console.log((await owner.query("select count(*) from audit_entries")).rows[0])
await close()
