import { readConfig } from '../platform/config.ts'
import { inAccount, inTransaction } from '../platform/context.ts'
import { createApp } from '../platform/create-app.ts'
import { newId } from '../platform/ids.ts'
import { listAccountIds } from '../rooms/accounts/index.ts'
import { verifyInvoiceTallies } from '../rooms/invoices/index.ts'
import { verifyLedger } from '../rooms/ledger/index.ts'
import { openDatabase } from './database.ts'
import { chooseMailTransport } from './mail-transport.ts'
import { failStart } from './process.ts'

/** Rebuilds every projection from the ledger in every account, lists what differs, and exits 1 if anything does. */
async function run(): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase(config, () => {})
  const opened = await createApp({
    config,
    connection: database.connection,
    maintain: false,
    mail: (db) => chooseMailTransport(config, db),
    processors: () => [],
  })
  const actor = { kind: 'system', job: 'verify-ledger' } as const
  const caller = { requestId: newId(opened.app.clock.wallNow()), ip: null }
  let entries = 0
  let differences = 0
  for (const accountId of await inTransaction(opened.app, caller, actor, listAccountIds)) {
    const report = await inAccount(opened.app, caller, actor, accountId, async (ctx) => {
      const ledger = await verifyLedger(ctx)
      return { entries: ledger.entries, found: [...ledger.differences, ...(await verifyInvoiceTallies(ctx))] }
    })
    entries += report.entries
    differences += report.found.length
    for (const line of report.found) process.stdout.write(`account ${accountId}: ${line}\n`)
  }
  process.stdout.write(
    `${entries} entries checked, ${differences} ${differences === 1 ? 'difference' : 'differences'}\n`,
  )
  await opened.close()
  await database.stop()
  process.exit(differences === 0 ? 0 : 1)
}

run().catch(failStart)
