import { type App, inAccount, inTransaction } from '../../platform/context.ts'
import { listAccountIds } from '../../rooms/accounts/index.ts'
import { type KeptSeal, verifyChain } from '../../rooms/audit-log/index.ts'
import { openExistingDatabase, readConfigToLook } from '../database.ts'
import { failCommand, say, sayOnStderr } from '../terminal.ts'
import { COMMAND_CALLER, resolveAccount, runCommand } from './command.ts'
import { readCommandLine, WrongArguments } from './command-line.ts'

const USAGE = `Usage: npm run verify-audit [-- --account NAME [--kept NUMBER:HASH]]

Walks the chain of each account's audit log and lists entries that were changed, removed or put in since they were sealed;
exits 1 if there are any. Changes nothing. Names the last seal: kept elsewhere, it shows later that no part was rewritten.

  --account NAME       only this one, by pk or subdomain
  --kept NUMBER:HASH   a seal that was kept: the chain must still contain it`

const ACTOR = { kind: 'system', job: 'verify-audit' } as const

interface Arguments {
  readonly account: string | undefined
  readonly kept: KeptSeal | null
}

const readArguments = (): Arguments =>
  readCommandLine({
    usage: USAGE,
    options: { account: { type: 'string' }, kept: { type: 'string' } },
    understand: ({ account, kept }) => {
      if (kept !== undefined && account === undefined)
        throw new WrongArguments('--kept needs --account: each account has a chain of its own.')
      return { account, kept: kept === undefined ? null : readKept(kept) }
    },
  })

function readKept(text: string): KeptSeal {
  const [, number, hash] = /^([1-9]\d{0,17}):([0-9a-f]{64})$/i.exec(text) ?? []
  if (number === undefined || hash === undefined)
    throw new WrongArguments(`--kept takes a seal's number, a colon and its 64 digits, not '${text}'.`)
  return { number: BigInt(number), hash: hash.toLowerCase() }
}

async function run(): Promise<void> {
  const wanted = readArguments()
  const config = await readConfigToLook(process.env)
  await runCommand(config, await openExistingDatabase(config, sayOnStderr), (app) => verify(app, wanted))
}

/** Verifies every requested chain. Returns 0 when all are valid. */
async function verify(app: App, { account, kept }: Arguments): Promise<number> {
  const accounts =
    account === undefined
      ? await inTransaction(app, COMMAND_CALLER, ACTOR, listAccountIds)
      : [await resolveAccount(app, account)]
  let problems = 0
  for (const accountId of accounts) {
    const report = await inAccount(app, COMMAND_CALLER, ACTOR, accountId, (ctx) => verifyChain(ctx, kept))
    problems += report.problems.length
    for (const line of report.problems) say(`account ${accountId}: ${line}`)
    const { last, waiting } = report
    say(
      `account ${accountId}: ${last ? `last seal ${last.number}:${last.hash}` : 'nothing is sealed yet'}, ${waiting} not sealed yet`,
    )
  }
  say(
    `${accounts.length} ${accounts.length === 1 ? 'chain' : 'chains'} walked, ${problems} ${problems === 1 ? 'problem' : 'problems'}`,
  )
  return problems === 0 ? 0 : 1
}

run().catch((error) => failCommand('The audit log was not verified.', error))
