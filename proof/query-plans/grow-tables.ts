import type pg from 'pg'
import { DOCUMENTS } from './grown-documents.ts'
import { PEOPLE } from './grown-people.ts'

/** Some years of a company with customers, and of an installation with companies. */
const ROWS = 3000

/**
 * Gives every table that a history leaves empty, or nearly so, some thousands of rows: in a small table to read the whole
 * is the quickest way, and no plan would tell that there is another. Needs a superuser: what the rows point at isn't there.
 */
export async function growTables(owner: pg.Client, accountId: string): Promise<void> {
  const rowsOf = { ...PEOPLE, ...DOCUMENTS }
  await owner.query('set session_replication_role = replica')
  for (const [table, values] of Object.entries(rowsOf)) {
    const text = `insert into ${table} (${Object.keys(values).join(', ')})
      select ${Object.values(values).join(', ')} from generate_series(1, ${ROWS}) n`
    await owner.query(text, text.includes('$1') ? [accountId] : [])
  }
  await owner.query('reset session_replication_role')
  await owner.query(`vacuum (analyze) ${Object.keys(rowsOf).join(', ')}`)
}
