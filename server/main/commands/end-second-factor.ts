import { normalizeEmail } from '../../../domain/people/person-text.ts'
import { type App, inTransaction } from '../../platform/context.ts'
import { auditPerson, findUserByEmail, revokeSecondFactor } from '../../rooms/identity/index.ts'
import { openExistingDatabase, readConfigToLook } from '../database.ts'
import { failCommand, say, sayOnStderr } from '../terminal.ts'
import { COMMAND_CALLER, runCommand } from './command.ts'
import { readCommandLine, WrongArguments } from './command-line.ts'

const USAGE = `Usage: npm run end-second-factor -- --email ADDRESS

Lets somebody who lost their phone and their recovery codes log in to the business app by their password alone. Ends all
their sessions and notifies them by mail. Verify first that the request is theirs.`

const ACTOR = { kind: 'system', job: 'end-second-factor' } as const

async function run(): Promise<void> {
  const email = readCommandLine({
    usage: USAGE,
    options: { email: { type: 'string' } },
    understand({ email }) {
      if (email === undefined) throw new WrongArguments('Say whose: --email ADDRESS.')
      return normalizeEmail(email)
    },
  })
  const config = await readConfigToLook(process.env)
  await runCommand(config, await openExistingDatabase(config, sayOnStderr), (app) => end(app, email))
}

/** Removes the second factor of the login with this address. Throws a sentence when there is none. */
async function end(app: App, email: string): Promise<number> {
  await inTransaction(app, COMMAND_CALLER, ACTOR, async (ctx) => {
    const user = await findUserByEmail(ctx, email)
    if (user === null) throw new Error(`Nobody logs in to the business app with ${email}.`)
    if (!user.secondFactor) throw new Error(`${email} has no second factor set up.`)
    await revokeSecondFactor(ctx, user, 'The operator of this site')
    await auditPerson(ctx, user.homeAccountId, 'identity.take-second-factor-away', {
      type: 'user',
      id: user.id,
    })
  })
  say(
    `${email} logs in by the password alone from now on. They were logged out everywhere and are notified by mail.`,
  )
  return 0
}

run().catch((error) => failCommand('Nothing was changed.', error))
