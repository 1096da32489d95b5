import pg from 'pg'
import { TABLES } from './tables.ts'

/** Sums of the reports, which follow the ledger. */
const FOLLOWING = [
  'aging_months',
  'customer_aging_months',
  'payment_delays',
  'collected_months',
  'collected_entries',
] as const

/**
 * Analyzes and vacuums the tables at once instead of waiting for autovacuum, so that the planner has
 * statistics and reads use the visibility map.
 */
export async function vacuumTables(owner: pg.ClientConfig): Promise<void> {
  const names = [...Object.keys(TABLES), 'customers', 'ledger_days', 'audit_unsealed', ...FOLLOWING]
  const work = [0, 1].map(async () => {
    const client = new pg.Client(owner)
    await client.connect()
    try {
      await client.query("set statement_timeout = 0; set maintenance_work_mem = '256MB'")
      for (let table = names.shift(); table !== undefined; table = names.shift())
        await client.query(`vacuum (analyze) ${table}`)
    } finally {
      await client.end()
    }
  })
  await Promise.all(work)
}
