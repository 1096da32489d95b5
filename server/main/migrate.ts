import { readConfig } from '../platform/config.ts'
import { openDatabase } from './database.ts'
import { failStart } from './process.ts'

/** Brings the database to this version and ends. */
async function run(): Promise<void> {
  const database = await openDatabase(readConfig(process.env), (line) => process.stdout.write(`${line}\n`))
  await database.stop()
  process.stdout.write('The database is at this version.\n')
}

run().catch(failStart)
