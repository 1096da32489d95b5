import { systemClock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import { reasonOf } from '../../platform/reason-of.ts'
import { openExistingDatabase, readConfigToLook, replicaConnection } from '../database.ts'
import { checkBackups } from '../doctor/check-backups.ts'
import { checkDatabase } from '../doctor/check-database.ts'
import { checkDisk } from '../doctor/check-disk.ts'
import { checkEmailRecords } from '../doctor/check-email-records.ts'
import { checkMail } from '../doctor/check-mail.ts'
import { checkReplica } from '../doctor/check-replica.ts'
import { checkSettings } from '../doctor/check-settings.ts'
import { checkWeb } from '../doctor/check-web.ts'
import { checkWork } from '../doctor/check-work.ts'
import { describeFinding, type Finding, problem } from '../doctor/finding.ts'
import { failCommand, say } from '../terminal.ts'
import { withApp } from './command.ts'
import { readCommandLine } from './command-line.ts'

const USAGE = `Usage: npm run doctor [-- --backups FOLDER]

Checks a running installation with the settings of its server: settings, database, replica, row-level security, clock, disk, names,
certificates, the proxy, the mail server and the DNS records of emails, whether a worker keeps up, and the age of the newest backup. Says what to do about
each finding; exits 1 if one is a problem. Changes nothing and sends nothing.

  --backups FOLDER   the folder that holds the backups`

const readArguments = () =>
  readCommandLine({
    usage: USAGE,
    options: { backups: { type: 'string' } },
    understand: ({ backups }) => ({ backups }),
  })

async function run(): Promise<void> {
  const { backups } = readArguments()
  const config = await readConfigToLook(process.env)
  let problems = 0
  const report = (findings: readonly Finding[]): void => {
    for (const finding of findings) say(describeFinding(finding))
    problems += findings.filter(({ level }) => level === 'problem').length
  }
  report(checkSettings(config))
  report(await findInDatabase(config))
  report(await checkDisk(config.databaseUrl === undefined ? config.dataDir : null))
  report(await checkWeb(config))
  report([await checkMail(config), ...(await checkEmailRecords(config))])
  report([await checkBackups(backups, systemClock.wallNow())])
  say(problems === 0 ? '\nNo problems.' : `\n${problems} ${problems === 1 ? 'problem' : 'problems'}.`)
  process.exit(problems === 0 ? 0 : 1)
}

/** The checks that need the database; one finding when it can't be opened. */
async function findInDatabase(config: Config): Promise<Finding[]> {
  try {
    const database = await openExistingDatabase(config, () => {})
    return await withApp(config, database, async (app) => [
      ...(await checkDatabase(database.connection, config.databaseUrl === undefined)),
      ...(await checkReplica(config, database.connection, replicaConnection(config))),
      ...(await checkWork(app)),
    ])
  } catch (error) {
    return [
      problem(
        `database: ${reasonOf(error)}`,
        'Check DATABASE_URL and DATABASE_OWNER_URL, and that the database runs.',
      ),
    ]
  }
}

run().catch((error) => failCommand('The installation was not checked.', error))
