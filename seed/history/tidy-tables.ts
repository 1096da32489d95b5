import pg from 'pg'
import { TABLES } from './tables.ts'

/**
 * Lets the planner know what the tables hold now, and PostgreSQL which of their pages everybody may see, as the
 * automatic vacuum would in its own time: reads are as fast at once as they are going to be.
 */
export async function tidyTables(owner: pg.ClientConfig): Promise<void> {
  const names = [...Object.keys(TABLES), 'customers', 'ledger_days']
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
