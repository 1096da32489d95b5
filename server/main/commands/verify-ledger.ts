import { type App, type Ctx, inAccount, inTransaction } from '../../platform/context.ts'
import { listAccountIds } from '../../rooms/accounts/index.ts'
import { rebuildDays } from '../../rooms/ledger/index.ts'
import { verifyClearing } from '../../rooms/payments/index.ts'
import { openExistingDatabase, readConfigToLook } from '../database.ts'
import { inSnapshot } from '../journal/read-entries.ts'
import { failCommand, say, sayOnStderr } from '../terminal.ts'
import { COMMAND_CALLER, runCommand } from './command.ts'
import { readCommandLine } from './command-line.ts'
import { verifyBooks } from './verify-books.ts'

const USAGE = `Usage: npm run verify-ledger -- [--rebuild-days]

Rebuilds every balance from the ledger in every account, lists what differs, and exits 1 if anything does. Says which
payments of the processors are not paid out yet. Changes nothing, unless it is told to.

  --rebuild-days  writes the sums of an account's days again from its entries where they differ`

const ACTOR = { kind: 'system', job: 'verify-ledger' } as const

async function run(): Promise<void> {
  const rebuilds = readCommandLine({
    usage: USAGE,
    options: { 'rebuild-days': { type: 'boolean', default: false } },
    understand: (values) => values['rebuild-days'] === true,
  })
  const config = await readConfigToLook(process.env)
  await runCommand(config, await openExistingDatabase(config, sayOnStderr), (app) => verify(app, rebuilds))
}

/**
 * Verifies every account and rebuilds projections on request. Returns 0 when nothing differs, or everything
 * was rebuilt.
 */
async function verify(app: App, rebuilds: boolean): Promise<number> {
  let entries = 0
  let differences = 0
  for (const accountId of await inTransaction(app, COMMAND_CALLER, ACTOR, listAccountIds)) {
    const inIt = <T>(work: (ctx: Ctx) => Promise<T>) => inAccount(app, COMMAND_CALLER, ACTOR, accountId, work)
    // Others may append entries between two of its statements.
    const verifyNow = () => inSnapshot(app, accountId, verifyBooks)
    let report = await verifyNow()
    if (rebuilds && report.differences.some((line) => line.startsWith('day '))) {
      for (const line of report.differences) say(`account ${accountId}: ${line}`)
      await inIt(rebuildDays)
      say(`account ${accountId}: the sums of its days were rewritten`)
      report = await verifyNow()
    }
    entries += report.entries
    differences += report.differences.length
    for (const line of report.differences) say(`account ${accountId}: ${line}`)
    for (const line of await inIt(verifyClearing)) say(`account ${accountId}: ${line}`)
  }
  say(`${entries} entries checked, ${differences} ${differences === 1 ? 'difference' : 'differences'}`)
  return differences === 0 ? 0 : 1
}

run().catch((error) => failCommand('The ledger was not verified.', error))
