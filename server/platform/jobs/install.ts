import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { hashOf } from '../ids.ts'
import { PRODUCT_FOLDER } from '../product-folder.ts'
import type { JobName } from '../registered-names.ts'

/**
 * Creates the queue's tables and a queue for each job as the owner, and grants their use to the serving role.
 */
export async function installJobs(client: pg.Client, names: readonly JobName[]): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values as unknown[]) },
    migrate: true,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  for (const name of names) {
    if ((await boss.getQueue(name)) === null) await boss.createQueue(name, QUEUE_DEFAULTS)
    else await boss.updateQueue(name, QUEUE_DEFAULTS)
  }
  await boss.stop({ graceful: false, close: false })
  await client.query(`grant usage on schema pgboss to quittance_app;
    grant select, insert, update, delete on all tables in schema pgboss to quittance_app;
    grant usage on all sequences in schema pgboss to quittance_app;
    grant execute on all functions in schema pgboss to quittance_app`)
}

/**
 * A killed worker's job returns after a minute. A failing job is retried for more than an hour, finally every
 * five minutes: mail leaves soon after its server returns, and a job that was interrupted often is not
 * abandoned.
 */
const QUEUE_DEFAULTS = {
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 300,
  expireInSeconds: 60,
  deleteAfterSeconds: 7 * 24 * 3600,
} as const

/**
 * Identifies the queue's library version, queues and settings. A start that finds this name in the database
 * installs nothing.
 */
export function jobsVersion(names: readonly JobName[]): string {
  const product = readFileSync(join(PRODUCT_FOLDER, 'package.json'), 'utf8')
  const { dependencies } = JSON.parse(product) as { dependencies: Record<string, string> }
  return `jobs ${dependencies['pg-boss']} ${hashOf([names.toSorted(), QUEUE_DEFAULTS]).toString('hex').slice(0, 16)}`
}
