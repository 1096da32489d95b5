import { argon2, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import pg from 'pg'
import { PASSWORD_COST } from '../../server/platform/auth/password-hashing.ts'
import { asJson, listInvoices } from './list-of-invoices.ts'

/*
 * F for the mixed load: each request in a few lines of Fastify and pg. It checks no session, role, tenant or shape. A
 * payment writes two rows in two transactions around the processor's response, a login computes a hash and writes a row.
 * Writes go to separate tables that have only a primary key.
 */
const pool = new pg.Pool({ ...JSON.parse(process.env.BENCH_DATABASE!), max: 10 })
const derive = promisify(argon2)
const processorMs = Number(process.env.PROCESSOR_MS ?? 0)
const server = Fastify()

const ONE = `
  select i.*, coalesce(r.remaining_minor, 0) as remaining_minor, c.short_name from invoices i
    join customers c on c.account_id = i.account_id and c.id = i.customer_id
    left join receivables r on r.account_id = i.account_id and r.invoice_id = i.id
  where i.account_id = $1 and i.id = $2`
const LINES = 'select * from invoice_lines where account_id = $1 and invoice_id = $2 order by position'
const FOUND = `
  select i.*, c.short_name from invoices i join customers c on c.account_id = i.account_id and c.id = i.customer_id
  where i.account_id = $1 and i.number ilike $2 order by i.invoice_date desc limit 20`

await pool.query(`
  drop schema if exists bare cascade; create schema bare;
  create table bare.owed as select account_id, invoice_id, remaining_minor from receivables;
  alter table bare.owed add primary key (account_id, invoice_id);
  create table bare.payments (id uuid primary key, account_id uuid, invoice_id uuid, amount_minor bigint, status text);
  create table bare.sessions (id uuid primary key, email text, tag bytea)`)

async function inTransaction(work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
  } finally {
    client.release()
  }
}

server.get('/ready/', async () => ({ status: 'ready' }))
server.get('/invoices/', async (request) =>
  listInvoices(pool, (request.query as { account: string }).account, 1),
)
server.get('/invoice/', async (request) => {
  const { account, invoice } = request.query as { account: string; invoice: string }
  const found = await pool.query({ name: 'one', text: ONE, values: [account, invoice] })
  const lines = await pool.query({ name: 'lines', text: LINES, values: [account, invoice] })
  return { ...asJson(found.rows[0]), lines: lines.rows }
})
server.get('/search/', async (request) => {
  const { account, text } = request.query as { account: string; text: string }
  const found = await pool.query({ name: 'found', text: FOUND, values: [account, `%${text}%`] })
  return { results: found.rows.map(asJson) }
})
server.post('/pay/', async (request) => {
  const { account, invoice, amount } = request.body as { account: string; invoice: string; amount: number }
  const id = randomUUID()
  await inTransaction((client) =>
    client.query("insert into bare.payments values ($1, $2, $3, $4, 'waiting')", [
      id,
      account,
      invoice,
      amount,
    ]),
  )
  await sleep(processorMs)
  await inTransaction(async (client) => {
    await client.query("update bare.payments set status = 'confirmed' where id = $1", [id])
    await client.query(
      'update bare.owed set remaining_minor = remaining_minor - $3 where account_id = $1 and invoice_id = $2',
      [account, invoice, amount],
    )
  })
  return { id, status: 'confirmed' }
})
server.post('/login/', async (request) => {
  const { email, password } = request.body as { email: string; password: string }
  await pool.query({ name: 'user', text: 'select id from users where email = $1', values: [email] })
  const tag = await derive('argon2id', {
    ...PASSWORD_COST,
    message: password,
    nonce: randomBytes(16),
    tagLength: 32,
  })
  const id = randomUUID()
  await pool.query('insert into bare.sessions values ($1, $2, $3)', [id, email, tag])
  return { token: id }
})
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
