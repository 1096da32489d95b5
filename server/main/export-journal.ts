import { parseArgs } from 'node:util'
import { collectOften, keepYoungHeapSmall } from './young-heap.ts'

keepYoungHeapSmall()
collectOften()
const { demoAccount, runCommand } = await import('./command.ts')
const { atOneMoment } = await import('./journal/read-entries.ts')
const { writeJournal } = await import('./journal/write-journal.ts')
const { failStart } = await import('./process.ts')

const USAGE = `Usage: npm run export -- --journal [--account PK]

Writes an account's ledger to standard output as plain-text accounting in hledger's format: the demo company's unless
another one is named. Add --silent before the -- to keep npm's own lines out of it.`

function readArguments(): { account: string | undefined } | null {
  const { values } = parseArgs({ options: { journal: { type: 'boolean' }, account: { type: 'string' } } })
  return values.journal ? { account: values.account } : null
}

/** Writes to standard output and waits until it has gone. False when nobody reads any more, as after `head`. */
const write = (text: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error && (error as { code?: string }).code !== 'EPIPE') reject(error)
      else resolve(!error)
    })
  })

async function run(): Promise<void> {
  const wanted = readArguments()
  if (wanted === null) {
    process.stderr.write(`${USAGE}\n`)
    process.exit(2)
  }
  // Each write tells of its own failure; without a listener it would end the process besides.
  process.stdout.on('error', () => {})
  await runCommand(async (app) => {
    const accountId = wanted.account ?? (await demoAccount(app))
    if (accountId === null) throw new Error('There is no demo company here. Name an account with --account.')
    await atOneMoment(app, accountId, async (ctx) => {
      for await (const text of writeJournal(ctx)) if (!(await write(text))) return
    })
    return 0
  })
}

run().catch(failStart)
