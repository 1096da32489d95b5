import { parse as csv } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../../../../../contract/index.ts'
import { payment as paymentShape } from '../../../../../contract/payments/payment-shapes.ts'
import { HOUR_MS } from '../../../../../domain/dates/durations.ts'
import type { Tenant, TestApp } from '../../../../../testing/test-app.ts'
import type { Actor } from '../../../../platform/context.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { readInvoiceFacts } from '../../../invoices/index.ts'
import { verifyPaymentCounters } from '../../store/counters.ts'
import { countPayments, selectPayments } from '../../store/list.ts'
import { anOpenInvoice, CARDS, cardForm, createSandboxApp, eCheckForm, portalOf } from '../../testing.ts'
import { payInvoice } from '../pay/pay-invoice.ts'
import { postPayment } from '../settle/post-payment.ts'
import { exportPayments } from './export-payments.ts'
import { latestPayments, listPayments } from './list-payments.ts'
import { readPayment } from './read-payment.ts'

let test: TestApp
let tenant: Tenant
const made: Record<string, string> = {}
let invoiceNumber = ''

beforeAll(async () => {
  test = await createSandboxApp()
  tenant = await test.tenant({ timezone: 'America/New_York' })
  const [acme, zebra] = await tenant.run(async (ctx) => [
    await aCustomer(ctx, { shortName: 'Acme Diner', email: 'a@acme.test' }),
    await aCustomer(ctx, { shortName: 'Zebra Bakery', email: 'z@zebra.test' }),
  ])
  const first = await tenant.run((ctx) => anOpenInvoice(ctx, '500.00', acme))
  const second = await tenant.run((ctx) => anOpenInvoice(ctx, '500.00', zebra))
  invoiceNumber = (await tenant.run((ctx) => readInvoiceFacts(ctx, [second.invoiceId])))[0]!.number
  const pay = async (
    name: string,
    invoice: typeof first,
    body = cardForm('1.00'),
    optionId = 'sandbox-card',
  ) => {
    const uow = tenant.uow(portalOf(test.app, invoice.customer.id))
    const paid = await payInvoice(uow, { invoiceId: invoice.invoiceId, optionId, body }).catch(() => null)
    if (paid) made[name] = paid.id
    test.clock.advance(HOUR_MS)
  }
  await pay('card', first, cardForm('10.00'))
  await pay('check', second, eCheckForm('30.00'), 'sandbox-e-check')
  await pay('none', first, cardForm('5.00', { number: CARDS.declined }))
  await pay('master', second, cardForm('20.00', { number: '5555555555554444' }))
  await tenant.run((ctx) => postPayment(ctx, made.card!))
})
afterAll(() => test.close())

const parse = (query: Record<string, string>) => contract.payments.list.query.parse(query)
const list = (query: Record<string, string> = {}) => tenant.run((ctx) => listPayments(ctx, parse(query)))
const totals = async (query: Record<string, string>) => {
  const { count, results } = await list(query)
  if (query.page === undefined) expect(count, 'all fit on one page').toBe(results.length)
  return results.map((one) => one.total)
}

describe('the list of payments', () => {
  it('returns payment records, newest first', async () => {
    const page = await list()
    contract.payments.list.reply.parse(page)
    expect(page).toMatchObject({ page: 1, count: 4, num_pages: 1, next: null, previous: null })
    expect(page.results.map((one) => one.total)).toEqual(['20.00', '5.00', '30.00', '10.00'])
    expect(page.results[0]).toMatchObject({
      customer: { short_name: 'Zebra Bakery' },
      total_currency: 'USD',
      captured_amount: '20.00',
      refundable_amount: '20.00',
      card: { last_4_digits: '4444', expiration_year: 2030, expiration_month: 12 },
      bank_account: null,
      status: 'confirmed',
      status_display: 'Confirmed',
      type: 'credit_card',
      type_display: 'Credit card',
      method_display: 'Mastercard •••• 4444',
      provider: 'sandbox',
      channel: 'portal',
      posted: false,
      failure: null,
    })
    expect(page.results[1]).toMatchObject({
      status: 'rejected',
      failure: 'Your card was declined.',
      captured_amount: '0.00',
    })
    expect(page.results[2]).toMatchObject({
      card: null,
      bank_account: { last_4_digits: '6789' },
      status: 'waiting',
    })
    expect(page.results[3]).toMatchObject({ posted: true })
  })

  it('is searched by number, customer, invoice and last four digits, and ignores one or two characters', async () => {
    const { transaction_number } = await tenant.run((ctx) => readPayment(ctx, made.master!))
    expect(await totals({ search: transaction_number.toLowerCase() })).toEqual(['20.00'])
    expect(await totals({ search: 'zebra' })).toEqual(['20.00', '30.00'])
    expect(await totals({ search: invoiceNumber })).toEqual(['20.00', '30.00'])
    expect(await totals({ search: '6789' })).toEqual(['30.00'])
    expect(await totals({ search: 'ze' })).toHaveLength(4)
    expect(await totals({ search: '%%%' })).toEqual([])
    expect(await totals({ search: '___' })).toEqual([])
  })

  it('is filtered and ordered by each column', async () => {
    expect(await totals({ filter_status: 'confirmed' })).toEqual(['20.00', '10.00'])
    expect(await totals({ exclude_status: 'confirmed', filter_type: 'e_check' })).toEqual(['30.00'])
    expect(await totals({ filter_total_gte: '10', filter_total_lt: '30.00' })).toEqual(['20.00', '10.00'])
    expect(await totals({ filter_posted: 'true' })).toEqual(['10.00'])
    expect(await totals({ exclude_posted: 'true', filter_status: 'confirmed' })).toEqual(['20.00'])
    expect(await totals({ filter_type: 'credit_card', filter_status_neq: 'rejected' })).toEqual([
      '20.00',
      '10.00',
    ])
    expect(await totals({ filter_total_currency: 'EUR' })).toEqual([])
    expect(await totals({ filter_created: '2026-11-20' })).toHaveLength(4)
    expect(await totals({ filter_created_gt: '2026-11-20' })).toEqual([])
    expect(await totals({ order_by: 'total' })).toEqual(['5.00', '10.00', '20.00', '30.00'])
    expect(await totals({ order_by: '-customer' })).toEqual(['20.00', '30.00', '5.00', '10.00'])
    expect(await totals({ order_by: 'transaction_number' })).toEqual(['10.00', '30.00', '5.00', '20.00'])
    expect((await list({ order_by: '-status' })).results.map((one) => one.status)).toEqual([
      'waiting',
      'rejected',
      'confirmed',
      'confirmed',
    ])
    expect(await totals({ order_by: 'created', page_size: '5', page: '2' })).toEqual([])
    expect(await totals({ page: '20000', page_size: '100' })).toEqual([])
  })

  it('adds up all that match by currency, also those of other pages, from counters and from rows alike', async () => {
    const sums = async (query: Record<string, string>) =>
      (await list({ ...query, page_size: '5', page: '2' })).sums
    const all = [{ currency: 'USD', total: '65.00', collected: '30.00' }]
    expect(await sums({})).toEqual(all)
    expect(await sums({ filter_created_gte: '2026-11-01' })).toEqual(all)
    expect(await sums({ filter_status: 'waiting' })).toEqual([
      { currency: 'USD', total: '30.00', collected: '0.00' },
    ])
    expect(await sums({ search: 'zebra' })).toEqual([{ currency: 'USD', total: '50.00', collected: '20.00' }])
    expect(await sums({ filter_total_currency: 'EUR' })).toEqual([])
    expect(await sums({ search: '%%%' })).toEqual([])
  })

  it('is filtered by the day received, which payments without money lack', async () => {
    expect(await totals({ filter_booked_on: '2026-11-20' })).toEqual(['20.00', '10.00'])
    expect(await totals({ filter_booked_on_gte: '2026-11-20', filter_booked_on_lte: '2026-11-20' })).toEqual([
      '20.00',
      '10.00',
    ])
    expect(await totals({ filter_booked_on_gt: '2026-11-20' })).toEqual([])
    expect(await totals({ exclude_booked_on: '2026-11-20' })).toEqual(['5.00', '30.00'])
    expect((await list()).results.map((one) => one.booked_on)).toEqual([
      '2026-11-20',
      null,
      null,
      '2026-11-20',
    ])
    expect(() => parse({ filter_booked_on: '2026-02-30' })).toThrow('date that exists')
  })

  it.each(['created', 'total', 'status', 'customer', 'transaction_number'])(
    'has the same pages by %s from either end',
    async (column) => {
      const everything = { search: '', filters: [], currency: 'USD', timezone: 'America/New_York' }
      for (const direction of ['asc', 'desc'] as const) {
        const ids = (limit: number, offset: number) =>
          tenant.run(async (ctx) => {
            const extent = await countPayments(ctx, everything)
            const rows = await selectPayments(ctx, extent, { column, direction, limit, offset })
            return rows.map((row) => row.id)
          })
        const whole = await ids(100, 0)
        expect(whole).toHaveLength(4)
        const pages = [await ids(1, 0), await ids(1, 1), await ids(1, 2), await ids(1, 3), await ids(3, 1)]
        expect(pages).toEqual([...whole.map((id) => [id]), whole.slice(1)])
      }
    },
  )

  it('opens the first and last pages of a million, and refuses those between as too deep', async () => {
    const attempt = tenant.run(async (ctx) => {
      await sql`insert into payment_tallies (account_id, status, type, currency, posted, payments)
        values (${ctx.accountId}, 'confirmed', 'check', 'USD', false, 999996)`.execute(ctx.db)
      const page = (page: string) => listPayments(ctx, parse({ page, page_size: '100' }))
      for (const near of ['1', '1000', '9001', '10000'])
        expect(await page(near)).toMatchObject({ count: 1_000_000, num_pages: 10_000 })
      expect((await page('10000')).results).toHaveLength(4)
      for (const deep of ['1001', '5000', '9000'])
        await expect(page(deep)).rejects.toMatchObject({
          fields: { page: ['This page is too far down. Narrow the list by a search or a filter.'] },
        })
      throw new Error('nothing of it stays')
    })
    await expect(attempt).rejects.toThrow('nothing of it stays')
  })

  it('takes the count from counters, with one row for each kind after a merge', async () => {
    const kept = () => tenant.run(({ db }) => db.selectFrom('payment_tallies').select('id').execute())
    expect(await tenant.run(verifyPaymentCounters)).toEqual([])
    await tenant.run(({ accountId, db }) => sql`select merge_payment_tallies(${accountId})`.execute(db))
    expect(await tenant.run(verifyPaymentCounters)).toEqual([])
    expect(await kept(), 'waiting, rejected, confirmed by card, and posted').toHaveLength(4)
    const changed = tenant.run(async (ctx) => {
      await ctx.db
        .updateTable('payments')
        .set({ status: 'waiting' })
        .where('status', '=', 'confirmed')
        .execute()
      expect(await verifyPaymentCounters(ctx)).toEqual([])
      await ctx.db.updateTable('payments').set({ amount_minor: 7n }).execute()
      expect(await verifyPaymentCounters(ctx)).toEqual([])
      throw new Error('nothing of it stays')
    })
    await expect(changed).rejects.toThrow('nothing of it stays')
  })

  it('lists only the account’s own payments', async () => {
    const other = await test.tenant()
    expect(await other.run((ctx) => listPayments(ctx, parse({})))).toMatchObject({ count: 0, results: [] })
    expect(await other.run((ctx) => listPayments(ctx, parse({ search: 'zebra' })))).toMatchObject({
      count: 0,
    })
    await expect(other.run((ctx) => readPayment(ctx, made.card!))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('returns the newest payments for the dashboard', async () => {
    const latest = await tenant.run((ctx) => latestPayments(ctx, 2))
    expect(
      z
        .array(paymentShape)
        .parse(latest)
        .map((one) => one.total),
    ).toEqual(['20.00', '5.00'])
  })
})

it.each([
  {},
  { order_by: 'total' },
  { order_by: '-customer' },
  { filter_status: 'confirmed' },
  { filter_booked_on_lte: '2026-11-20' },
  { search: 'zebra' },
])('exports what the list shows, in its order: %o', async (query) => {
  const { parts } = await exportPayments(tenant.uow(), contract.payments.export.body.parse(query))
  const bytes: Uint8Array[] = []
  for await (const part of parts) bytes.push(part)
  const rows: Record<string, string>[] = csv(Buffer.concat(bytes), { columns: true, bom: true })
  expect(rows.map((row) => row.Total)).toEqual(await totals(query))
  expect(rows.every((row) => row.Customer !== '' && row.Status !== '')).toBe(true)
})

describe('one payment', () => {
  it('contains its invoices and history', async () => {
    const one = await tenant.run((ctx) => readPayment(ctx, made.master!))
    contract.payments.read.reply.parse(one)
    expect(one).toMatchObject({
      invoices: [{ number: invoiceNumber, amount: '20.00', state: 'applied' }],
      refunds: [],
      events: [
        { from: null, to: 'input', cause: 'started' },
        { from: 'input', to: 'confirmed', cause: 'reply' },
      ],
      can: { refund: true, post: true, capture: false, void: false },
    })
  })

  it('offers each role its permitted actions', async () => {
    const as = (role: 'admin' | 'advisor' | 'viewer'): Actor => ({ ...tenant.owner, role })
    const can = async (role: 'admin' | 'advisor' | 'viewer') =>
      (await tenant.run((ctx) => readPayment(ctx, made.master!), as(role))).can
    expect(await can('admin')).toMatchObject({ refund: true, post: true })
    expect(await can('advisor')).toMatchObject({ refund: false, post: true })
    expect(await can('viewer')).toMatchObject({ refund: false, post: false })
  })
})
