import pg from 'pg'
import { openOwner, readConfigToLook } from '../database.ts'
import { distributeDatabase } from '../distribution/distribute-database.ts'
import { failCommand, say } from '../terminal.ts'
import { takeNoArguments } from './command-line.ts'

const USAGE = `Usage: npm run distribute

Spreads a migrated database over the nodes of its Citus cluster by account. Stop the servers and workers first, and start
them again afterwards. Run it again after a migration. docs/scaling.md says how to set up the nodes.`

async function run(): Promise<void> {
  takeNoArguments(USAGE)
  const database = await openOwner(await readConfigToLook(process.env), say, 'look')
  const client = new pg.Client(database.owner)
  await client.connect()
  try {
    await distributeDatabase(client, say)
  } finally {
    await client.end()
    await database.stop()
  }
}

run().catch((error) => failCommand('The database was not distributed.', error))
