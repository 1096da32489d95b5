import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { customers as contract } from '../../../../contract/customers.ts'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import { bookInvoices, bookPayment } from '../../ledger/index.ts'
import type { Customer, CustomerFields, CustomerReply } from '../rules.ts'
import { aCustomer } from '../testing.ts'
import { exportCustomers } from './export-customers.ts'
import { listCustomers } from './list-customers.ts'
import { readCustomerDetail } from './read-customer.ts'

const HARBOR = 'Harbor Foods'
const ANCHOR = 'anchor & co'
const ZETA = 'Zeta GmbH'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
const made: Record<string, Customer> = {}
const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`

beforeAll(async () => {
  const add = async (name: string, fields: Partial<CustomerFields>) => {
    test.clock.advance(1000)
    made[name] = await tenant.run((ctx) => aCustomer(ctx, fields))
  }
  await add('harbor', { companyName: 'Harbor Foods Ltd' })
  await add('anchor', { shortName: ANCHOR, companyName: '100% Anchor', email: 'pay@anchor.test' })
  await add('zeta', { shortName: ZETA, currency: 'EUR', email: '', isActive: false })
  await tenant.run(async (ctx) => {
    const invoice = (n: number, customer: Customer, dueDate: string, netMinor: bigint) => ({
      invoiceId: uuid(n),
      customerId: customer.id,
      currency: customer.currency,
      number: `INV-${n}`,
      bookedOn: '2026-10-01',
      dueDate,
      netMinor,
      taxMinor: 0n,
    })
    await bookInvoices(ctx, [
      invoice(1, made.harbor!, '2026-11-10', 10_000n),
      invoice(2, made.harbor!, '2026-11-21', 5_000n),
      invoice(3, made.harbor!, '2026-10-01', 7_700n),
      invoice(4, made.anchor!, '2026-11-01', 250n),
    ])
    await bookPayment(ctx, {
      paymentId: uuid(9),
      customerId: made.harbor!.id,
      currency: 'USD',
      number: 'P-1',
      bookedOn: '2026-11-02',
      shares: [{ invoiceId: uuid(3), amountMinor: 7_700n }],
      unappliedMinor: 300n,
      surchargeMinor: 0n,
      reserved: false,
    })
  })
})

async function list(
  query: Record<string, string> = {},
  who = tenant,
): Promise<{ count: number; rows: CustomerReply[]; names: string[] }> {
  const page = await who.run((ctx) => listCustomers(ctx, contract.list.query.parse(query)))
  return { count: page.count, rows: page.results, names: page.results.map((row) => row.short_name) }
}

describe('listCustomers', () => {
  it('lists all customers by name, ignoring case, with the counts of a paged reply', async () => {
    const page = await tenant.run((ctx) => listCustomers(ctx, contract.list.query.parse({ page_size: '5' })))
    expect(page).toMatchObject({ page: 1, count: 3, num_pages: 1, next: null, previous: null })
    expect(page.results.map((row) => row.short_name)).toEqual([ANCHOR, HARBOR, ZETA])
    expect(contract.list.reply.safeParse(page).success).toBe(true)
  })

  it('reads balance, average days past due and open invoices from the ledger', async () => {
    const { rows } = await list({ search: 'harbor' })
    // One is 10 days past due. The one due tomorrow is not past due, and the paid one is not open.
    expect(rows[0]).toMatchObject({
      balance: '150.00',
      currency: 'USD',
      open_invoices_count: 2,
      average_days_past_due: 10,
    })
    const { rows: without } = await list({ search: 'zeta' })
    expect(without[0]).toMatchObject({
      balance: '0.00',
      currency: 'EUR',
      open_invoices_count: 0,
      average_days_past_due: null,
    })
  })

  it('averages days past due over invoices past due only, in the list and in the detail', async () => {
    const other = await test.tenant()
    const customer = await other.run((ctx) => aCustomer(ctx, { shortName: 'Late Bakery' }))
    const book = (n: number, dueDate: string) =>
      other.run((ctx) =>
        bookInvoices(ctx, [
          {
            invoiceId: uuid(n),
            customerId: customer.id,
            currency: customer.currency,
            number: `INV-${n}`,
            bookedOn: '2026-10-01',
            dueDate,
            netMinor: 100n,
            taxMinor: 0n,
          },
        ]),
      )
    const shown = async () => {
      const { rows } = await list({}, other)
      const detail = await other.run((ctx) => readCustomerDetail(ctx, customer.id))
      expect(detail.average_days_past_due).toBe(rows[0]!.average_days_past_due)
      return rows[0]!.average_days_past_due
    }
    await book(50, '2026-11-20')
    await book(51, '2027-01-19')
    expect(await shown(), 'due today and later').toBeNull()
    await book(52, '2026-11-15')
    await book(53, '2026-11-08')
    expect(await shown(), 'two of four are 5 and 12 days past due').toBe(8.5)
    const late = (days: string) => list({ filter_average_days_past_due_gte: days }, other)
    expect((await late('8')).count).toBe(1)
    expect((await late('9')).count).toBe(0)
  })

  it('shows the portal user, the group and automatic payments', async () => {
    await tenant.run(async (ctx) => {
      const insert = (table: string, values: Record<string, unknown>) =>
        ctx.db
          .insertInto(table as never)
          .values(values as never)
          .execute()
      const at = made.anchor!.createdAt
      const common = { account_id: ctx.accountId, created_at: at }
      await insert('portal_users', { ...common, id: uuid(20), email: 'pay@anchor.test', accepted_at: at })
      await insert('portal_user_customers', {
        ...common,
        portal_user_id: uuid(20),
        customer_id: made.anchor!.id,
      })
      await insert('customer_groups', { ...common, id: uuid(30), name: 'Wholesale' })
      await insert('stored_methods', {
        ...common,
        id: uuid(40),
        customer_id: made.anchor!.id,
        provider: 'sandbox',
        provider_token_sealed: Buffer.from('x'),
        type: 'credit_card',
        auto_payments: true,
      })
      await ctx.db
        .updateTable('customers')
        .set({ group_id: uuid(30) })
        .where('id', '=', made.anchor!.id)
        .execute()
    })
    const { rows } = await list({ search: 'anchor' })
    expect(rows[0]).toMatchObject({
      portal_details: { customer: made.anchor!.id, email: 'pay@anchor.test', invite_accepted: true },
      group: { pk: uuid(30), name: 'Wholesale', memberships: [made.anchor!.id] },
      auto_pay_status: true,
    })
    const { rows: others } = await list({ search: 'harbor' })
    expect(others[0]).toMatchObject({ portal_details: null, group: null, auto_pay_status: false })
  })

  it.each([
    ['filter_balance_gt', '2.50', [HARBOR]],
    ['filter_balance_gte', '2.50', [ANCHOR, HARBOR]],
    ['filter_balance_lt', '2.50', [ZETA]],
    ['filter_balance_lte', '2.50', [ANCHOR, ZETA]],
    ['filter_balance_eq', '150', [HARBOR]],
    ['filter_balance', '150.00', [HARBOR]],
    ['filter_balance_neq', '150.00', [ANCHOR, ZETA]],
    ['exclude_balance_gt', '2.50', [ANCHOR, ZETA]],
    ['exclude_is_active', 'true', [ZETA]],
    ['filter_is_active_neq', 'true', [ZETA]],
    ['filter_currency', 'eur', [ZETA]],
    ['filter_email', 'PAY@anchor.test', [ANCHOR]],
    ['exclude_email_eq', 'pay@anchor.test', [HARBOR, ZETA]],
    ['filter_open_invoices_count_gte', '1', [ANCHOR, HARBOR]],
    ['filter_average_days_past_due_gt', '5', [ANCHOR, HARBOR]],
    ['filter_average_days_past_due_gt', '10', [ANCHOR]],
    ['filter_created_gte', '2026-11-20', [ANCHOR, HARBOR, ZETA]],
    ['filter_created_lt', '2026-11-20', []],
    ['filter_short_name', HARBOR, [HARBOR]],
    ['filter_reminders_status', 'false', []],
  ])('%s=%s', async (key, value, expected) => {
    expect((await list({ [key]: value })).names).toEqual(expected)
  })

  it('combines several filters with AND', async () => {
    expect((await list({ filter_currency: 'USD', exclude_balance_gt: '100' })).names).toEqual([ANCHOR])
  })

  it.each([
    ['short_name', [ANCHOR, HARBOR, ZETA]],
    ['+short_name', [ANCHOR, HARBOR, ZETA]],
    ['-short_name', [ZETA, HARBOR, ANCHOR]],
    ['-balance', [HARBOR, ANCHOR, ZETA]],
    ['balance', [ZETA, ANCHOR, HARBOR]],
    ['email', [ZETA, HARBOR, ANCHOR]],
    ['open_invoices_count', [ZETA, ANCHOR, HARBOR]],
    ['-average_days_past_due', [ANCHOR, HARBOR, ZETA]],
    ['created', [HARBOR, ANCHOR, ZETA]],
  ])('order_by=%s', async (order, expected) => {
    expect((await list({ order_by: order })).names).toEqual(expected)
  })

  it('finds by name, company and address, treats % and _ literally, and ignores a search of two letters', async () => {
    expect((await list({ search: 'OR FOOD' })).names).toEqual([HARBOR])
    expect((await list({ search: 'pay@' })).names).toEqual([ANCHOR])
    expect((await list({ search: '100%' })).names).toEqual([ANCHOR])
    expect((await list({ search: '___' })).names).toEqual([])
    expect((await list({ search: 'zz' })).count).toBe(3)
  })

  it('accepts only declared columns, operators and values', async () => {
    const corpus = [
      'id;drop table customers',
      "short_name' or 1=1--",
      '(select 1)',
      'short_name,(select pg_sleep(1))',
      '--short_name',
      'search_text',
    ]
    for (const order_by of corpus) expect(contract.list.query.safeParse({ order_by }).success).toBe(false)
    for (const key of [
      'filter_id',
      'filter_balance_like',
      'filter_search_text',
      'exclude_account_id',
      'filter_balance_eq_eq',
    ])
      expect(contract.list.query.safeParse({ [key]: '1' }).success).toBe(false)
    for (const value of ["1' or '1'='1", '1e9', 'NaN', '1;--'])
      expect(contract.list.query.safeParse({ filter_balance: value }).success).toBe(false)
    await expect(list({ filter_balance_gt: '1.005' })).rejects.toMatchObject({
      fields: { filter_balance_gt: ['Enter a valid number.'] },
    })
    expect((await list({ filter_short_name: "' or 1=1 --" })).names).toEqual([])
  })

  it('links pages with the other parameters, and refuses pages that are too deep', async () => {
    const page = await tenant.run((ctx) =>
      listCustomers(ctx, contract.list.query.parse({ page: '2', page_size: '5', order_by: '-balance' })),
    )
    expect(page).toMatchObject({ page: 2, count: 3, results: [] })
    expect(page.previous).toContain('order_by=-balance')
    await expect(list({ page: '99999', page_size: '100' })).rejects.toMatchObject({
      fields: { page: expect.any(Array) },
    })
  })

  it('shows nothing of another account', async () => {
    const other = await test.tenant()
    expect((await list({}, other)).count).toBe(0)
  })
})

it.each([
  {},
  { order_by: '-balance' },
  { filter_balance_gt: '0', order_by: 'average_days_past_due' },
  { search: 'harbor' },
])('exports what the list shows, in its order: %o', async (query) => {
  const { parts } = await exportCustomers(tenant.uow(), contract.export.body.parse(query))
  const bytes: Uint8Array[] = []
  for await (const part of parts) bytes.push(part)
  const rows: Record<string, string>[] = parse(Buffer.concat(bytes), { columns: true, bom: true })
  expect(rows.map((row) => row.Name)).toEqual((await list(query)).names)
})
