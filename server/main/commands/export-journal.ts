import { failCommand, sayOnStderr } from '../terminal.ts'
import { collectOften, limitYoungGeneration } from '../v8-flags.ts'
import { readCommandLine, WrongArguments } from './command-line.ts'

limitYoungGeneration()
collectOften()
const { resolveAccount, runCommand } = await import('./command.ts')
const { openExistingDatabase, readConfigToLook } = await import('../database.ts')
const { inSnapshot } = await import('../journal/read-entries.ts')
const { writeJournal } = await import('../journal/write-journal.ts')

const USAGE = `Usage: npm run --silent export -- --journal [--account PK] > FILE

Writes an account's ledger to standard output as plain-text accounting in hledger's format. The account is named by its
pk or its portal's subdomain; without a name it is the demo company's, or the only one there is. --silent keeps npm's own
lines out of it.`

const readArguments = (): { account: string | undefined } =>
  readCommandLine({
    usage: USAGE,
    options: { journal: { type: 'boolean' }, account: { type: 'string' } },
    understand({ journal, account }) {
      if (!journal) throw new WrongArguments('Say what to export: --journal.')
      return { account }
    },
  })

/**
 * Writes to standard output and waits for it. Returns false when the reader has closed it, as after `head`.
 */
const write = (text: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error && (error as { code?: string }).code !== 'EPIPE') reject(error)
      else resolve(!error)
    })
  })

async function run(): Promise<void> {
  const wanted = readArguments()
  const config = await readConfigToLook(process.env)
  // Each write reports its own failure. Without a listener the error would also end the process.
  process.stdout.on('error', () => {})
  await runCommand(config, await openExistingDatabase(config, sayOnStderr), async (app) => {
    const accountId = await resolveAccount(app, wanted.account)
    await inSnapshot(app, accountId, async (ctx) => {
      for await (const text of writeJournal(ctx)) if (!(await write(text))) return
    })
    return 0
  })
}

run().catch((error) => failCommand('The export failed.', error))
