import { parseArgs } from 'node:util'
import type { App } from '../platform/context.ts'
import { demoAccount, runCommand } from './command.ts'
import { openHistoryAccounts } from './history/open-accounts.ts'
import { seedAccount } from './history/seed-account.ts'
import { tidyTables } from './history/tidy-tables.ts'
import { failStart } from './process.ts'
import { seedDemo } from './seed/seed-demo.ts'

const USAGE = `Usage: npm run seed -- --invoices N [--account PK | --accounts K] [--customers C] [--days D] [--seed S]

Writes a history of N invoices with its payments and credits into an account: the demo company's unless another one is
named, or K new ones among which the invoices are shared. Nothing can take it back: the ledger is never rewritten.`

interface Wanted {
  readonly invoices: number
  readonly account: string | undefined
  readonly accounts: number | undefined
  readonly customers: number | undefined
  readonly days: number | undefined
  readonly seed: number
}

function readArguments(): Wanted | null {
  const { values } = parseArgs({
    options: {
      invoices: { type: 'string' },
      account: { type: 'string' },
      accounts: { type: 'string' },
      customers: { type: 'string' },
      days: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  })
  const whole = (text: string | undefined): number | undefined =>
    text === undefined ? undefined : /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN
  const numbers = [values.invoices, values.accounts, values.customers, values.days, values.seed].map(whole)
  const [invoices, accounts, customers, days, seed] = numbers
  if (invoices === undefined || numbers.some(Number.isNaN)) return null
  if (values.account !== undefined && accounts !== undefined) return null
  return { invoices, account: values.account, accounts, customers, days, seed: seed! }
}

async function accountsOf(app: App, wanted: Wanted): Promise<string[]> {
  if (wanted.account !== undefined) return [wanted.account]
  if (wanted.accounts !== undefined) return openHistoryAccounts(app, wanted.accounts)
  await seedDemo(app, say)
  const demo = await demoAccount(app)
  if (demo === null)
    throw new Error(
      'There is no demo company here. Name an account with --account, or open new ones with --accounts.',
    )
  return [demo]
}

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function run(): Promise<void> {
  const wanted = readArguments()
  if (wanted === null) {
    say(USAGE)
    process.exit(2)
  }
  await runCommand(async (app, database) => {
    if (app.config.production)
      throw new Error(
        'A made-up history can’t be taken back, so it is not written where NODE_ENV is production.',
      )
    if (database.owner === null)
      throw new Error('DATABASE_OWNER_URL has to name a superuser of the database.')
    const started = performance.now()
    const accounts = await accountsOf(app, wanted)
    const { invoices, customers, days, seed } = wanted
    for (const [at, accountId] of accounts.entries()) {
      const share =
        Math.floor((invoices * (at + 1)) / accounts.length) - Math.floor((invoices * at) / accounts.length)
      if (share === 0) continue
      await seedAccount(
        app,
        database.owner,
        { accountId, invoices: share, customers, days, seed: seed + at },
        say,
      )
    }
    await tidyTables(database.owner)
    say(`${invoices} invoices in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
    return 0
  })
}

run().catch(failStart)
