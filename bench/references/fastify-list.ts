import Fastify from 'fastify'
import pg from 'pg'
import { listInvoices } from './list-of-invoices.ts'

/** F: a page of invoices in a few lines of Fastify and pg, with prepared statements and without authentication or validation. */
const pool = new pg.Pool({ ...JSON.parse(process.env.BENCH_DATABASE!), max: 10 })
const server = Fastify()

server.get('/ready/', async () => ({ status: 'ready' }))
server.get('/invoices/', async (request) => {
  const { account, page = '1' } = request.query as { account: string; page?: string }
  return listInvoices(pool, account, Number(page))
})
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
