import Fastify from 'fastify'
import pg from 'pg'
import { COUNT, PAGE } from './best-sql.ts'

/** F: a page of invoices as a few lines of Fastify and pg answer it: prepared statements, nobody signs in, nothing is checked. */
const pool = new pg.Pool({ ...JSON.parse(process.env.BENCH_DATABASE!), max: 10 })
const server = Fastify()

server.get('/ready/', async () => ({ status: 'ready' }))
server.get('/invoices/', async (request) => {
  const { account, page = '1' } = request.query as { account: string; page?: string }
  const client = await pool.connect()
  try {
    const count = await client.query({ name: 'count', text: COUNT, values: [account] })
    const rows = await client.query({ name: 'page', text: PAGE, values: [account, (Number(page) - 1) * 20] })
    return {
      count: count.rows[0].count,
      results: rows.rows.map((row) => ({
        id: row.id,
        number: row.number,
        state: row.state,
        currency: row.currency,
        customer: { pk: row.customer_id, short_name: row.short_name },
        invoice_date: row.invoice_date,
        due_date: row.due_date,
        total: (Number(row.total_minor) / 100).toFixed(2),
        remaining: (Number(row.remaining_minor) / 100).toFixed(2),
      })),
    }
  } finally {
    client.release()
  }
})
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
