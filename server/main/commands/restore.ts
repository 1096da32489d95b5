import { readConfig } from '../../platform/config.ts'
import { goLive, restoreBackup } from '../backup/restore-backup.ts'
import { whereRestored } from '../backup/where-restored.ts'
import { openOwner, readConfigToLook } from '../database.ts'
import { failCommand, say } from '../terminal.ts'
import { readCommandLine, WrongArguments } from './command-line.ts'

const USAGE = `Usage: npm run restore -- --from FOLDER [--replace] [--other-secret] [--go-live]
       npm run restore -- --go-live

Puts a backup into the database of this installation, which has to be empty unless --replace says that what it holds may
be deleted. Quittance has to be stopped meanwhile. The restored copy neither sends mail nor charges anybody until
--go-live releases it, with the restore or later.`

const readArguments = () =>
  readCommandLine({
    usage: USAGE,
    options: {
      from: { type: 'string' },
      replace: { type: 'boolean', default: false },
      'other-secret': { type: 'boolean', default: false },
      'go-live': { type: 'boolean', default: false },
    },
    understand({ from, ...how }) {
      if (from === undefined && !how['go-live'])
        throw new WrongArguments('Say what to restore: --from FOLDER.')
      if (from === undefined && (how.replace || how['other-secret']))
        throw new WrongArguments('--replace and --other-secret go with --from FOLDER.')
      return { from, ...how }
    },
  })

/** Releases outbound traffic of an earlier restore. Creates nothing. */
async function release(): Promise<void> {
  const config = await readConfigToLook(process.env)
  const database = await openOwner(config, say, 'look')
  try {
    const released = await goLive(database.owner)
    say(released ? 'Released: it sends and charges again.' : 'This database was not held.')
  } finally {
    await database.stop()
  }
}

async function run(): Promise<void> {
  const { from, ...values } = readArguments()
  if (from === undefined) return release().catch((error) => failCommand('Nothing was released.', error))
  const config = readConfig(process.env)
  const began = performance.now()
  const database = await openOwner(config, say, 'make')
  try {
    const { tables, takenAt } = await restoreBackup(database.owner, {
      folder: from,
      key: config.backupKey,
      secrets: [config.secret, config.previousSecret].filter((secret) => secret !== undefined),
      replace: values.replace,
      otherSecret: values['other-secret'],
      goLive: values['go-live'],
    })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    say(`Restored ${tables.length} tables, ${rows} rows, as they stood at ${takenAt}, in ${seconds} s`)
    for (const line of whereRestored(config, values['go-live'])) say(line)
  } finally {
    await database.stop()
  }
}

run().catch((error) => failCommand('The restore failed.', error))
