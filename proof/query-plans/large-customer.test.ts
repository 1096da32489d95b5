import pg from 'pg'
import { expect, it } from 'vitest'
import type { contract } from '../../contract/index.ts'
import type { HandlerReplyOf } from '../../contract/route.ts'
import { seedAccount } from '../../seed/history/seed-account.ts'
import { vacuumTables } from '../../seed/history/vacuum-tables.ts'
import { openSession } from '../../server/rooms/identity/index.ts'
import { A_PASSWORD } from '../../server/rooms/identity/testing.ts'
import { aPortalLogin } from '../../server/rooms/portal/testing.ts'
import { setUp } from '../../testing/set-up.ts'
import { setUpTestApp } from '../../testing/test-app.ts'
import { sizeOf } from '../ring.ts'
import { explainStatements } from './explain-statement.ts'
import { recordStatements } from './record-statements.ts'

/* The portal of a customer who has very many invoices reads as much of them as that of a customer with some thousands. */

const INVOICES = sizeOf('LARGE_CUSTOMER', { gate: 4000, full: 100_000 })
const MAX_ROWS = 4000
/** A search stops at 500 matches. Each is read once by the function and once for the list. */
const MAX_FOUND = 501

const test = setUpTestApp()

const opened = setUp(async () => {
  const tenant = await test.tenant()
  const history = { accountId: tenant.accountId, invoices: INVOICES, customers: 1, days: 900, seed: 3 }
  await seedAccount(test.app, test.ownerConfig, history, () => {})
  await vacuumTables(test.ownerConfig)
  const customer = await tenant.run(async (ctx) => {
    const { id } = await ctx.db.selectFrom('customers').select('id').executeTakeFirstOrThrow()
    return {
      id,
      login: await aPortalLogin(ctx, { email: 'large@payer.test', customerIds: [id], password: A_PASSWORD }),
    }
  })
  const holder = {
    audience: 'portal',
    portalUserId: customer.login.id,
    accountId: tenant.accountId,
    customerId: customer.id,
  } as const
  const { token } = await test.transact((ctx) => openSession(ctx, holder))
  return { tenant, customerId: customer.id, token, host: `test-${tenant.accountId.slice(-12)}.localhost` }
})
const connection = (): pg.ClientConfig => ({ ...test.ownerConfig, options: '-c role=quittance_app' })

it('searches numbers by few rows in every order, and says that more match', async () => {
  const { tenant, token, host } = opened
  const recorder = await recordStatements(test.app, connection())
  try {
    for (const order of ['-invoice_date', '-remaining', 'number'])
      for (const search of ['', 'INV-', 'INV-1', 'V-1', 'INV-2']) {
        const path = `/api/invoices/?page=1&order_by=${order}&search=${search}`
        const { statements, body } = await recorder.ask({ path, token, host })
        const explained = await explainStatements(connection(), tenant.accountId, statements)
        const rows = explained.reduce((sum, one) => sum + one.rows, 0)
        expect(rows, `${path} reads ${rows} rows`).toBeLessThan(MAX_ROWS)
        const reply = body as unknown as HandlerReplyOf<typeof contract.portal.invoices>
        const isCut = search.includes('-1') || search.includes('-2')
        expect([path, reply.is_cut, reply.results.length]).toEqual([path, isCut, 10])
        if (isCut) expect(reply.count).toBe(500)
        for (const { number } of reply.results) expect(number).toContain(search)
      }
  } finally {
    await recorder.close()
  }
})

it('stops reading invoices at the limit of a search', async () => {
  const { tenant, customerId } = opened
  const client = new pg.Client(connection())
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.account_id', $1, true)`, [tenant.accountId])
    const { rows } = await client.query(
      `select count(*)::int as found from find_customer_invoice_ids($1, '%inv-1%', '%inv-1%', $2)`,
      [customerId, MAX_FOUND],
    )
    expect(rows[0].found).toBe(MAX_FOUND)
    const fetched = await client.query(
      `select pg_stat_get_xact_tuples_fetched('invoices'::regclass)::int as read`,
    )
    expect(fetched.rows[0].read).toBeLessThan(2 * MAX_FOUND)
    await client.query('rollback')
  } finally {
    await client.end()
  }
})
