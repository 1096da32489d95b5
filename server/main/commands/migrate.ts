import { readConfig } from '../../platform/config.ts'
import { openDatabase } from '../database.ts'
import { failCommand, say } from '../terminal.ts'
import { takeNoArguments } from './command-line.ts'

const USAGE = `Usage: npm run migrate

Brings the database to this version, and creates it if missing.`

async function run(): Promise<void> {
  takeNoArguments(USAGE)
  const database = await openDatabase(readConfig(process.env), say)
  await database.stop()
  say('The database is at this version.')
}

run().catch((error) => failCommand('The database was not brought to this version.', error))
