import type pg from 'pg'
import { DOCUMENTS } from './grown-documents.ts'
import { LATE_FEES } from './grown-late-fees.ts'
import { PAYMENT_PLANS } from './grown-payment-plans.ts'
import { PEOPLE } from './grown-people.ts'
import { REMINDERS } from './grown-reminders.ts'

/** Rows a table: several years of a company, or an installation with many companies. */
const ROWS = 3000

/**
 * Adds rows to each table that the seeded history leaves nearly empty, because PostgreSQL scans a small table whatever its
 * indexes. Needs a superuser, because the rows refer to rows that don't exist.
 */
export async function growTables(owner: pg.Client, accountId: string): Promise<void> {
  const rowsOf = { ...PEOPLE, ...DOCUMENTS, ...REMINDERS, ...LATE_FEES, ...PAYMENT_PLANS }
  await owner.query('set session_replication_role = replica')
  for (const [table, values] of Object.entries(rowsOf)) {
    const text = `insert into ${table} (${Object.keys(values).join(', ')})
      select ${Object.values(values).join(', ')} from generate_series(1, ${ROWS}) n`
    await owner.query(text, text.includes('$1') ? [accountId] : [])
  }
  await owner.query('reset session_replication_role')
  await owner.query(`vacuum (analyze) ${Object.keys(rowsOf).join(', ')}`)
}
