import { sql } from 'kysely'
import { it } from 'vitest'
import { contract } from '../../../../contract/index.ts'
import { listPayments } from '../actions/list-payments.ts'
import { anOpenInvoice, createSandboxApp } from '../testing.ts'
it('list', async () => {
  const test = await createSandboxApp(4)
  const tenant = await test.tenant()
  const inv = await tenant.run((ctx) => anOpenInvoice(ctx, '100000.00'))
  await tenant.run(async (ctx) => {
    await sql`set local statement_timeout = 0`.execute(ctx.db)
    await sql`insert into customers (account_id, id, short_name, currency, created_at, updated_at) select ${ctx.accountId}, gen_random_uuid(), 'Customer ' || g, 'USD', now(), now() from generate_series(1, 2000) g`.execute(ctx.db)
    await sql`insert into payments (account_id, id, number, customer_id, request_id, request_hash, channel, type, provider, status, currency, amount_minor, captured_minor, method_brand, method_last4, created_at)
      select ${ctx.accountId}, gen_random_uuid(), 'P-' || lpad(g::text, 6, '0'), c.id, 'r-' || g || '-xxxx', '\\x00', 'portal', 'credit_card', 'sandbox', case when g % 10 = 0 then 'rejected' else 'confirmed' end, 'USD', 100 + g, case when g % 10 = 0 then 0 else 100 + g end, 'Visa', lpad((g % 10000)::text, 4, '0'), now() - g * interval '1 minute'
      from generate_series(1, 200000) g join lateral (select id from customers where account_id = ${ctx.accountId} order by id offset (g % 50) limit 1) c on true`.execute(ctx.db)
    await sql`insert into payment_allocations (account_id, payment_id, invoice_id, amount_minor, state) select account_id, id, ${inv.invoiceId}, amount_minor, 'applied' from payments where account_id = ${ctx.accountId} limit 1000`.execute(ctx.db)
  })
  const { default: pg } = await import('pg')
  void pg
  await sql`analyze payments`.execute(test.app.db).catch(() => null)
  for (const q of [{}, { page: '400' }, { search: 'P-0123' }, { search: 'customer 1' }, { search: '4242' }, { search: 'INV-1001' }, { order_by: 'total' }, { order_by: '-customer' }, { order_by: 'transaction_number' }, { order_by: 'status' }, { order_by: '-status' }, { filter_status: 'rejected' }, { filter_total_gte: '1999.00' }, { filter_created: '2026-01-01' }, { filter_posted: 'true' }, { filter_type: 'e_check' }]) {
    const query = contract.payments.list.query.parse(q)
    const times = []
    for (let i = 0; i < 4; i++) { const t = performance.now(); await tenant.run((ctx) => listPayments(ctx, query)); times.push(Math.round(performance.now() - t)) }
    console.error(JSON.stringify(q), times.join(' '))
  }
  await test.close()
}, 300_000)
