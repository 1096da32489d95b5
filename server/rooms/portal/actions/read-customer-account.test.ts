import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseAmount } from '../../../../domain/money/money.ts'
import { setUp } from '../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../testing/test-app.ts'
import type { Ctx } from '../../../platform/context.ts'
import { actingAs } from '../../../platform/context.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { issueCreditMemo } from '../../credit-memos/index.ts'
import { aCustomer } from '../../customers/testing.ts'
import { voidInvoice } from '../../invoices/index.ts'
import { aDraft, anOpenInvoice } from '../../invoices/testing.ts'
import { selectPortalInvoices } from '../store/documents.ts'
import { aPortalLogin } from '../testing.ts'
import { listPortalCreditMemos } from './list-portal-credit-memos.ts'
import { listPortalInvoices } from './list-portal-invoices.ts'
import { readCustomerAccount } from './read-customer-account.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
let customerId: string
let otherId: string

beforeAll(async () => {
  await tenant.run(async (ctx) => {
    const customer = await aCustomer(ctx, {
      shortName: 'Harbor Foods',
      companyName: 'Harbor Foods LLC',
      language: 'fr',
      primaryPhone: '414 555-0142',
      addressline1: '1 Quay',
      city: 'Milwaukee',
    })
    customerId = customer.id
    otherId = (await aCustomer(ctx, { shortName: 'Other', email: 'other@people.test' })).id
    // Today is Nov 20, 2026. Days past due: -10, 0, 1, 30, 31, 60, 61, 90, 91, 400.
    const dueDates =
      '2026-11-30 2026-11-20 2026-11-19 2026-10-21 2026-10-20 2026-09-21 2026-09-20 2026-08-22 2026-08-21 2025-10-16'
    for (const [index, due_date] of dueDates.split(' ').entries()) {
      const invoice_date = due_date < '2026-11-01' ? due_date : '2026-11-01'
      await anOpenInvoice(ctx, {
        customer: customerId,
        terms: 'custom',
        invoice_date,
        due_date,
        amount: `${index + 1}.00`,
      })
    }
    await aDraft(ctx, { customer: customerId, amount: '7777.00' })
    const voided = await anOpenInvoice(ctx, { customer: customerId, amount: '8888.00' })
    await voidInvoice(ctx, voided.id, '')
    await anOpenInvoice(ctx, { customer: otherId, amount: '9999.00' })
    await issueCreditMemo(ctx, { customer: customerId, issued_on: '2026-11-20', total: '3.50', reason: '' })
    await issueCreditMemo(ctx, { customer: otherId, issued_on: '2026-11-20', total: '9.50', reason: '' })
  })
})

const asCustomer = <T>(work: (ctx: Ctx) => Promise<T>, id = customerId) =>
  tenant.run(async (ctx) => {
    const login = await aPortalLogin(ctx, { email: `${id}@people.test`, customerIds: [id] })
    const actor = {
      kind: 'customer',
      portalUserId: login.id,
      sessionId: login.id,
      email: login.email,
      customerId: id,
      customerIds: [id],
    } as const
    return work(actingAs(ctx, { ...actor, customerIds: [id] }))
  })

const listed = (query: Partial<Parameters<typeof listPortalInvoices>[1]['query']> = {}, id = customerId) =>
  asCustomer(
    (ctx) =>
      listPortalInvoices(ctx, {
        params: {},
        body: {},
        query: { page: 1, page_size: 10, search: '', order_by: '-invoice_date', ...query },
      }),
    id,
  )

describe('readCustomerAccount', () => {
  it("returns the customer's details", async () => {
    expect(await asCustomer(readCustomerAccount)).toMatchObject({
      pk: customerId,
      short_name: 'Harbor Foods',
      company_name: 'Harbor Foods LLC',
      language: 'fr',
      billing_address: '1 Quay\nMilwaukee',
      emails: ['accounts@harborfoods.test'],
      phones: ['414 555-0142'],
      currency: 'USD',
    })
  })

  it('returns no language for a customer without one', async () => {
    expect(await asCustomer(readCustomerAccount, otherId)).toMatchObject({ language: null })
  })

  it('returns owed amounts in exclusive buckets that add up', async () => {
    const account = await asCustomer(readCustomerAccount)
    const buckets = {
      current_owed: '3.00',
      up_to_30_days_past_due_owed: '7.00',
      up_to_60_days_past_due_owed: '11.00',
      up_to_90_days_past_due_owed: '15.00',
      more_than_90_days_past_due_owed: '19.00',
    }
    expect(account).toMatchObject({
      ...buckets,
      total_owed: '55.00',
      total_paid: '0.00',
      unpaid_invoices_count: 10,
    })
    const minor = (text: string) => {
      const parsed = parseAmount(text, 'USD')
      return parsed.ok ? parsed.minor : -1n
    }
    const sum = Object.values(buckets).reduce((total, bucket) => total + minor(bucket), 0n)
    expect(sum).toBe(minor(account.total_owed))
  })

  it('returns the five newest invoices', async () => {
    const { latest_invoices } = await asCustomer(readCustomerAccount)
    expect(latest_invoices.map((invoice) => invoice.total)).toHaveLength(5)
    const dates = latest_invoices.map((invoice) => invoice.invoice_date)
    expect(dates).toEqual([...dates].sort().reverse())
  })

  it('describes the due date of each invoice', async () => {
    const { results } = await listed({ order_by: 'due_date' })
    expect(results.slice(-4).map((invoice) => [invoice.status, invoice.days_past_due])).toEqual([
      ['Overdue by 30 days', 30],
      ['Overdue by 1 day', 1],
      ['Due in 0 days', 0],
      ['Due in 10 days', -10],
    ])
  })
})

describe('listPortalInvoices', () => {
  it('lists sent invoices of this customer only', async () => {
    const page = await listed()
    expect(page).toMatchObject({ page: 1, count: 10, num_pages: 1, next: null, previous: null })
    expect(page.results).toHaveLength(10)
    for (const invoice of page.results) {
      expect(invoice).toMatchObject({
        url: `/api/invoices/${invoice.pk}/`,
        id: invoice.pk,
        payment_plan: null,
        transaction_type: 'invoice',
      })
      expect(['7777.00', '8888.00', '9999.00']).not.toContain(invoice.total)
    }
  })

  it('returns pages', async () => {
    const second = await listed({ page: 2, page_size: 5, order_by: 'total' })
    expect(second).toMatchObject({ page: 2, count: 10, num_pages: 2, next: null })
    expect(second.previous).toContain('page=1')
    expect(second.results.map((invoice) => invoice.total)).toEqual(['6.00', '7.00', '8.00', '9.00', '10.00'])
  })

  it('orders by every column, in both directions', async () => {
    for (const column of ['number', 'due_date', 'total', 'remaining', 'invoice_date']) {
      const up = (await listed({ order_by: column })).results.map((invoice) => invoice.pk)
      const down = (await listed({ order_by: `-${column}` })).results.map((invoice) => invoice.pk)
      expect(up).toEqual([...down].reverse())
      for (const [direction, whole] of [
        ['asc', up],
        ['desc', down],
      ] as const) {
        const page = (limit: number, offset: number) =>
          asCustomer(async (ctx) => {
            const query = { customerId: customerId, column, direction, limit, offset }
            return (await selectPortalInvoices(ctx, query, null, 10)).map(({ id }) => id)
          })
        // Reads from the end, from the beginning, and a partial last page.
        expect([await page(3, 6), await page(3, 3), await page(3, 9), await page(3, 12)]).toEqual([
          whole.slice(6, 9),
          whole.slice(3, 6),
          whole.slice(9),
          [],
        ])
      }
    }
  })

  it('opens the first and last pages of a million, and refuses those between as too deep', async () => {
    const asked = asCustomer(async (ctx) => {
      await sql`insert into invoice_tallies (account_id, scope_id, kind, currency, due_date, invoices, remaining_minor)
        values (${ctx.accountId}, ${customerId}, 'open', 'USD', '-infinity', 999990, 0)`.execute(ctx.db)
      const page = (page: number) =>
        listPortalInvoices(ctx, {
          params: {},
          body: {},
          query: { page, page_size: 100, search: '', order_by: '-invoice_date' },
        })
      expect(await page(1)).toMatchObject({ count: 1_000_000 })
      expect((await page(10_000)).results).toHaveLength(10)
      await expect(page(5000)).rejects.toMatchObject({
        fields: { page: ['This page is too far down. Narrow the list by a search.'] },
      })
      throw new Error('nothing of it stays')
    })
    await expect(asked).rejects.toThrow('nothing of it stays')
  })

  it('searches by number from three characters on, treating wildcards literally', async () => {
    const all = (await listed()).results
    const { number } = all[3]!
    expect((await listed({ search: number.toLowerCase() })).results.map((invoice) => invoice.number)).toEqual(
      [number],
    )
    for (const order_by of ['number', '-remaining']) {
      const { count, results } = await listed({ search: number, order_by })
      expect([count, ...results.map((invoice) => invoice.number)]).toEqual([1, number])
    }
    expect((await listed({ search: 'zz' })).count).toBe(10)
    expect((await listed({ search: '%%%' })).count).toBe(0)
    expect((await listed({ search: '___' })).count).toBe(0)
    expect((await listed({ search: 'nothing' })).results).toEqual([])
  })

  it('counts and lists what contains the text, at the beginning or elsewhere', async () => {
    const numbers = ['Net-1', 'NET-02', 'net-', '7-net-3', 'Re-net-4', 'Neu-5', 'nés-6', '2026-7']
    const { id } = await tenant.run(async (ctx) => {
      const customer = await aCustomer(ctx, { shortName: 'Numbers', email: 'numbers@people.test' })
      for (const number of numbers) await anOpenInvoice(ctx, { customer: customer.id, number })
      return customer
    })
    for (const search of [
      'net',
      'NET-',
      'net-0',
      '-net-',
      'Re-',
      'nés',
      'neu-',
      'net-1',
      'none',
      '26-',
      'né\u{10ffff}',
    ]) {
      const wanted = numbers.filter((number) => number.toLowerCase().includes(search.toLowerCase())).sort()
      const { count, results } = await listed({ search, order_by: 'number' }, id)
      expect([search, count, results.map((invoice) => invoice.number).sort()]).toEqual([
        search,
        wanted.length,
        wanted,
      ])
    }
  })
})

it("lists the customer's own credit memos with both names of each amount", async () => {
  const query = { page: 1, page_size: 10, search: '', order_by: '-issued_on' }
  const page = await asCustomer((ctx) => listPortalCreditMemos(ctx, { params: {}, body: {}, query }))
  expect(page).toMatchObject({ count: 1, num_pages: 1 })
  expect(page.results[0]).toMatchObject({
    status: 'Open',
    currency: 'USD',
    total: '3.50',
    total_amount: '3.50',
    remaining: '3.50',
    remaining_credit: '3.50',
  })
})

it('refuses callers other than customers', async () => {
  const refusal = await tenant.run(readCustomerAccount).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(refusal).toMatchObject({ code: 'not_allowed' })
})
