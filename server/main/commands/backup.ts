import { knowsSecret } from '../../platform/config.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { openOwner, readConfigToLook } from '../database.ts'
import { failCommand, say } from '../terminal.ts'
import { readCommandLine, WrongArguments } from './command-line.ts'

const USAGE = `Usage: npm run backup -- --to FOLDER

Writes the whole database, as it stands at one moment, into an empty or new folder, while the product runs.
With BACKUP_KEY (32 characters or more) every file is encrypted. SECRET is not in the backup: keep it elsewhere.`

const readArguments = (): string =>
  readCommandLine({
    usage: USAGE,
    options: { to: { type: 'string' } },
    understand({ to }) {
      if (to === undefined) throw new WrongArguments('Say where to: --to FOLDER.')
      return to
    },
  })

async function run(): Promise<void> {
  const folder = readArguments()
  const config = await readConfigToLook(process.env)
  // A restore refuses another secret, so the backup must record the product's own.
  if (!knowsSecret(process.env))
    throw new Error(
      `SECRET is not set, and there is no file 'secret' in ${config.dataDir}. Give the one it runs with.`,
    )
  const began = performance.now()
  const database = await openOwner(config, say, 'look')
  try {
    const { backupKey: key, secret } = config
    const { tables } = await takeBackup(database.owner, { folder, key, secret })
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    const bytes = tables.reduce((sum, table) => sum + table.bytes, 0)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    say(
      `Backed up ${tables.length} tables, ${rows} rows, ${Math.ceil(bytes / 1024)} KiB${key ? ', encrypted,' : ''} in ${seconds} s`,
    )
  } finally {
    await database.stop()
  }
}

run().catch((error) => failCommand('The backup failed.', error))
