import { resolveAccount, runCommand } from '../server/main/commands/command.ts'
import { readCommandLine, WrongArguments, wholeNumber } from '../server/main/commands/command-line.ts'
import { openDatabase } from '../server/main/database.ts'
import { failCommand, say, sayOnStderr } from '../server/main/terminal.ts'
import { readConfig } from '../server/platform/config.ts'
import type { App } from '../server/platform/context.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { openHistoryAccounts } from './history/open-accounts.ts'
import { seedAccount } from './history/seed-account.ts'
import { vacuumTables } from './history/vacuum-tables.ts'

const USAGE = `Usage: npm run seed -- --invoices N [--account PK | --accounts K] [--customers C] [--days D] [--seed S]

Writes a history of N invoices with its payments and credits into an account: the one named by its pk or its portal's
subdomain, else the demo company's or the only one there is; or into K new ones among which the invoices are shared.
Nothing can take it back: the ledger is never rewritten.`

interface Wanted {
  readonly invoices: number
  readonly account: string | undefined
  readonly accounts: number | undefined
  readonly customers: number | undefined
  readonly days: number | undefined
  readonly seed: number
}

const readArguments = (): Wanted =>
  readCommandLine({
    usage: USAGE,
    options: {
      invoices: { type: 'string' },
      account: { type: 'string' },
      accounts: { type: 'string' },
      customers: { type: 'string' },
      days: { type: 'string' },
      seed: { type: 'string' },
    },
    understand(values) {
      const { account } = values
      const invoices = wholeNumber('invoices', values.invoices, undefined)
      const accounts = wholeNumber('accounts', values.accounts, undefined)
      const customers = wholeNumber('customers', values.customers, undefined)
      const days = wholeNumber('days', values.days, undefined)
      const seed = wholeNumber('seed', values.seed, 1)
      if (invoices === undefined) throw new WrongArguments('Say how many: --invoices N.')
      if (account !== undefined && accounts !== undefined)
        throw new WrongArguments('Either --account or --accounts, not both.')
      return { invoices, account, accounts, customers, days, seed }
    },
  })

async function accountsOf(app: App, wanted: Wanted): Promise<string[]> {
  if (wanted.accounts !== undefined) return openHistoryAccounts(app, wanted.accounts)
  if (wanted.account === undefined) await seedDemo(app, say)
  return [await resolveAccount(app, wanted.account)]
}

async function run(): Promise<void> {
  const wanted = readArguments()
  const config = readConfig(process.env)
  if (config.production)
    throw new Error(
      'A made-up history can’t be taken back, so it is not written where NODE_ENV is production.',
    )
  const database = await openDatabase(config, sayOnStderr)
  const { owner } = database
  await runCommand(config, database, async (app) => {
    if (owner === null) throw new Error('DATABASE_OWNER_URL has to name a superuser of the database.')
    const started = performance.now()
    const accounts = await accountsOf(app, wanted)
    const { invoices, customers, days, seed } = wanted
    for (const [at, accountId] of accounts.entries()) {
      const share =
        Math.floor((invoices * (at + 1)) / accounts.length) - Math.floor((invoices * at) / accounts.length)
      if (share === 0) continue
      await seedAccount(app, owner, { accountId, invoices: share, customers, days, seed: seed + at }, say)
    }
    await vacuumTables(owner)
    say(`${invoices} invoices in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
    return 0
  })
}

run().catch((error) => failCommand('The seeding failed.', error))
