import { openHistoryAccounts } from '../seed/history/open-accounts.ts'
import { inAccount, unitOfWork } from '../server/platform/context.ts'
import { aCustomer } from '../server/rooms/customers/testing.ts'
import { aFlow, sendDueOf } from '../server/rooms/reminders/testing.ts'
import { addOpenInvoices, openOwnDatabase, workThrough } from './own-database.ts'
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

const { app, owner, cpuS, close } = await openOwnDatabase('reminders')

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
  await addOpenInvoices(owner, { each: INVOICES_OF_CUSTOMER, days: DAYS, firstDay: -DAYS / 2 })
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

/** Runs the due work of every account, several at a time, and returns the most memory that the process took, in MB. */
const runDay = (accounts: readonly string[]): Promise<number> =>
  workThrough(accounts, WORKERS, (id) =>
    sendDueOf({ uow: (actor = ACTOR) => unitOfWork(app, CALLER, actor, id) }),
  )

async function measure(accounts: readonly string[]): Promise<Finding[]> {
  const bareStart = performance.now()
  const { rows } = await owner.query(SELECTION)
  const bareS = (performance.now() - bareStart) / 1000
  const [began, cpuBefore] = [performance.now(), cpuS()]
  const memory = await runDay(accounts)
  const seconds = (performance.now() - began) / 1000
  const cpu = cpuS() - cpuBefore
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
