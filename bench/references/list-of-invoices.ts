import type pg from 'pg'
import { COUNT, PAGE } from './best-sql.ts'

export const asJson = (row: Record<string, string>) => ({
  id: row.id,
  number: row.number,
  state: row.state,
  currency: row.currency,
  customer: { pk: row.customer_id, short_name: row.short_name },
  invoice_date: row.invoice_date,
  due_date: row.due_date,
  total: (Number(row.total_minor) / 100).toFixed(2),
  remaining: (Number(row.remaining_minor) / 100).toFixed(2),
})

/** Reads a page of an account's invoices and their count with two prepared statements on one connection. */
export async function listInvoices(pool: pg.Pool, account: string, page: number) {
  const client = await pool.connect()
  try {
    const count = await client.query({ name: 'count', text: COUNT, values: [account] })
    const rows = await client.query({ name: 'page', text: PAGE, values: [account, (page - 1) * 20] })
    return { count: count.rows[0].count, results: rows.rows.map(asJson) }
  } finally {
    client.release()
  }
}
