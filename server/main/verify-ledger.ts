import { type App, inAccount, inTransaction } from '../platform/context.ts'
import { listAccountIds } from '../rooms/accounts/index.ts'
import { verifyInvoiceTallies } from '../rooms/invoices/index.ts'
import { verifyLedger } from '../rooms/ledger/index.ts'
import { COMMAND_CALLER, runCommand } from './command.ts'
import { takeNoArguments } from './command-line.ts'
import { openExistingDatabase, readConfigToLook } from './database.ts'
import { failCommand, say, sayAside } from './terminal.ts'

const USAGE = `Usage: npm run verify-ledger

Rebuilds every balance from the ledger in every account, lists what differs, and exits 1 if anything does. Changes nothing.`

const ACTOR = { kind: 'system', job: 'verify-ledger' } as const

async function run(): Promise<void> {
  takeNoArguments(USAGE)
  const config = await readConfigToLook(process.env)
  await runCommand(config, await openExistingDatabase(config, sayAside), verify)
}

/** Rebuilds every projection from the ledger in every account. 0 when nothing differs. */
async function verify(app: App): Promise<number> {
  let entries = 0
  let differences = 0
  for (const accountId of await inTransaction(app, COMMAND_CALLER, ACTOR, listAccountIds)) {
    const report = await inAccount(app, COMMAND_CALLER, ACTOR, accountId, async (ctx) => {
      const ledger = await verifyLedger(ctx)
      return { entries: ledger.entries, found: [...ledger.differences, ...(await verifyInvoiceTallies(ctx))] }
    })
    entries += report.entries
    differences += report.found.length
    for (const line of report.found) say(`account ${accountId}: ${line}`)
  }
  say(`${entries} entries checked, ${differences} ${differences === 1 ? 'difference' : 'differences'}`)
  return differences === 0 ? 0 : 1
}

run().catch((error) => failCommand('The ledger was not verified.', error))
