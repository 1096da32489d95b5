import { beforeAll, describe, expect, it } from 'vitest'
import type { Filter } from '../../../../../contract/filters.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { aCustomer } from '../../../customers/testing.ts'
import {
  type InvoiceSelection,
  importOpenInvoices,
  listInvoices,
  verifyInvoiceCounters,
} from '../../index.ts'
import { aLine, asCustomer, someOfEach } from '../../testing.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
let harbor: string
let kissa: string

/** Today is Nov 20, 2026. Numbers describe the state of an invoice. */
beforeAll(async () => {
  const customers = await someOfEach(tenant)
  harbor = customers.harbor
  kissa = customers.kissa
})

const PLAIN: InvoiceSelection = { page: 1, page_size: 50, search: '', order_by: '-invoice_date', view: 'all' }
const list = (asked: Partial<InvoiceSelection> = {}, who = tenant) =>
  who.run((ctx) => listInvoices(ctx, { ...PLAIN, ...asked }))
const numbers = async (asked: Partial<InvoiceSelection> = {}) =>
  (await list(asked)).results.map((row) => row.number)
const filter = (
  name: string,
  operator: Filter['operator'],
  argument: string,
  exclude = false,
): Partial<InvoiceSelection> => ({
  filters: [{ name, operator, argument, exclude }],
})

describe('views', () => {
  it.each([
    [
      'all',
      [
        'Draft_1',
        'Due-1000',
        'Due-999',
        'Late-10',
        'Late-200',
        'Late-40',
        'Late-75',
        'Lost-1',
        'Paid-1',
        'Part-1',
        'Void-1',
        'Yen-1',
      ],
    ],
    ['open', ['Due-1000', 'Due-999', 'Late-10', 'Late-200', 'Late-40', 'Late-75', 'Part-1', 'Yen-1']],
    ['overdue', ['Late-10', 'Late-200', 'Late-40', 'Late-75', 'Part-1', 'Yen-1']],
    ['due_this_week', ['Due-1000']],
    ['draft', ['Draft_1']],
    ['paid', ['Paid-1']],
    ['void', ['Void-1']],
    ['written_off', ['Lost-1']],
  ] as const)('%s holds what it says, and is counted as what it holds', async (view, expected) => {
    const found = await list({ view, order_by: 'number' })
    expect(found.results.map((row) => row.number).sort()).toEqual(expected)
    expect(found.count).toBe(expected.length)
    expect(found.views[view]).toBe(expected.length)
  })

  it('sums by currency over the selected invoices', async () => {
    expect((await list()).sums.sort((a, b) => (a.currency < b.currency ? -1 : 1))).toEqual([
      { currency: 'JPY', remaining: '7000', past_due: '7000' },
      { currency: 'USD', remaining: '2500.00', past_due: '2200.00' },
    ])
    expect((await list({ view: 'overdue', customer: kissa })).sums).toEqual([
      { currency: 'JPY', remaining: '7000', past_due: '7000' },
    ])
    expect((await list({ search: 'due-' })).sums).toEqual([
      { currency: 'USD', remaining: '300.00', past_due: '0.00' },
    ])
  })

  it('divides what is owed into aging buckets, in every view', async () => {
    const counts = []
    for (const aging of ['current', 'days_30', 'days_60', 'days_90', 'over_90'] as const) {
      const found = await list({ aging })
      counts.push(found.count)
      expect(found.results).toHaveLength(found.count)
    }
    expect(counts).toEqual([2, 3, 1, 1, 1])
    expect((await list({ aging: 'days_60', view: 'overdue' })).results.map((row) => row.number)).toEqual([
      'Late-40',
    ])
    expect(await list({ aging: 'days_60', view: 'draft' })).toMatchObject({ count: 0, results: [] })
  })
})

describe('invoice row', () => {
  it('shows status, amounts and dates', async () => {
    const rows = new Map((await list()).results.map((row) => [row.number, row]))
    expect(rows.get('Late-10')).toMatchObject({
      url: expect.stringMatching(/^\/api\/accounts\/[\w-]+\/invoices\/[\w-]+\/$/),
      customer: { pk: harbor, short_name: 'Harbor Foods' },
      status: 'Overdue by 6 days',
      days_past_due: 6,
      total: '300.00',
      remaining: '300.00',
      due_date: '2026-11-14',
      payment_plan: null,
      transaction_type: 'invoice',
    })
    expect(rows.get('Part-1')).toMatchObject({
      total: '900.00',
      remaining: '400.00',
      status: 'Overdue by 6 days',
    })
    expect([...rows].map(([number, row]) => [number, row.status])).toEqual(
      expect.arrayContaining([
        ['Draft_1', 'Draft'],
        ['Void-1', 'Void'],
        ['Lost-1', 'Written off'],
        ['Paid-1', 'Paid'],
        ['Due-1000', 'Due in 1 day'],
      ]),
    )
  })
})

describe('order', () => {
  it('orders numbers by the value of their figures', async () => {
    expect(await numbers({ search: 'due-', order_by: 'number' })).toEqual(['Due-999', 'Due-1000'])
  })

  it.each(['number', 'invoice_date', 'due_date', 'total', 'remaining', 'customer'])(
    'orders by %s in both directions, on every page',
    async (column) => {
      for (const view of ['all', 'open', 'paid', 'draft'] as const) {
        const up = await numbers({ order_by: column, view })
        const down = await numbers({ order_by: `-${column}`, view })
        expect(down).toEqual([...up].reverse())
        const paged = []
        for (let page = 1; page <= Math.ceil(up.length / 5); page++)
          paged.push(...(await numbers({ order_by: column, view, page, page_size: 5 })))
        expect(paged).toEqual(up)
      }
    },
  )

  it('orders drafts, which owe nothing, with settled invoices by remaining amount', async () => {
    const found = await list({ order_by: '-remaining' })
    expect(found.results.slice(0, 3).map((row) => row.number)).toEqual(['Yen-1', 'Late-200', 'Late-75'])
    expect(found.results.slice(-4).map((row) => row.remaining)).toEqual(['0.00', '0.00', '0.00', '0.00'])
  })

  it('returns an empty page beyond the end', async () => {
    for (const page of [9, 5000]) expect(await list({ page })).toMatchObject({ count: 12, results: [] })
  })
})

describe('search', () => {
  it('finds parts of numbers and customers, ignoring case', async () => {
    expect((await numbers({ search: 'LATE' })).sort()).toEqual(['Late-10', 'Late-200', 'Late-40', 'Late-75'])
    expect(await numbers({ search: 'kissa' })).toEqual(['Yen-1'])
    expect((await list({ search: 'harborfoods.test' })).count).toBe(11)
    expect(await numbers({ search: 'nothing like it' })).toEqual([])
    expect((await list({ search: 'du' })).count).toBe(12)
  })

  it('treats wildcards literally', async () => {
    expect(await numbers({ search: 'Draft_' })).toEqual(['Draft_1'])
    expect(await numbers({ search: 'Late_' })).toEqual([])
    expect(await numbers({ search: '%%%' })).toEqual([])
    expect(await numbers({ search: "'; --" })).toEqual([])
  })

  it('combines with views and customers', async () => {
    expect(await numbers({ search: 'due-', view: 'due_this_week' })).toEqual(['Due-1000'])
    expect(await numbers({ search: 'due-', customer: kissa })).toEqual([])
    expect(await numbers({ search: 'due-', customer: harbor, order_by: 'customer' })).toHaveLength(2)
  })
})

describe('filters', () => {
  it.each([
    [filter('remaining', 'gte', '500'), ['Late-200', 'Late-75', 'Yen-1']],
    [filter('remaining', 'eq', '400'), ['Late-40', 'Part-1']],
    [filter('remaining', 'lte', '0'), ['Draft_1', 'Lost-1', 'Paid-1', 'Void-1']],
    [filter('remaining', 'gt', '0', true), ['Draft_1', 'Lost-1', 'Paid-1', 'Void-1']],
    [filter('total', 'eq', '1200.00'), ['Draft_1']],
    [filter('total', 'gte', '900'), ['Draft_1', 'Lost-1', 'Part-1', 'Void-1', 'Yen-1']],
    [filter('due_date', 'lt', '2026-09-01'), ['Late-200', 'Lost-1']],
    [filter('days_past_due', 'gt', '150'), ['Late-200']],
    [filter('days_past_due', 'gt', '30'), ['Late-200', 'Late-40', 'Late-75']],
    [filter('invoice_date', 'eq', '2026-11-01'), ['Paid-1', 'Void-1']],
    [filter('currency', 'eq', 'JPY'), ['Yen-1']],
    [filter('currency', 'neq', 'USD'), ['Yen-1']],
    [filter('state', 'eq', 'written_off'), ['Lost-1']],
    [filter('state', 'eq', 'open', true), ['Draft_1', 'Lost-1', 'Void-1']],
  ])('%j', async (asked, expected) => {
    const found = await list({ ...asked, order_by: 'remaining' })
    expect(found.results.map((row) => row.number).sort()).toEqual(expected)
    expect(found.count).toBe(expected.length)
  })

  it('refuses an invalid amount beside the filter', async () => {
    await expect(list(filter('remaining', 'gte', '1.001'))).rejects.toMatchObject({
      fields: { filter_remaining_gte: ['Enter a valid number.'] },
    })
  })

  it('combine with views, searches and customers', async () => {
    const asked = {
      ...filter('remaining', 'gte', '350'),
      view: 'overdue' as const,
      search: 'late',
      customer: harbor,
    }
    expect((await numbers(asked)).sort()).toEqual(['Late-200', 'Late-40', 'Late-75'])
  })
})

describe('access', () => {
  it('shows another account nothing, not even a count', async () => {
    const stranger = await test.tenant()
    expect(await list({}, stranger)).toEqual({
      count: 0,
      results: [],
      sums: [],
      views: { all: 0, open: 0, overdue: 0, due_this_week: 0, draft: 0, paid: 0, void: 0, written_off: 0 },
    })
    expect((await list({ search: 'late' }, stranger)).count).toBe(0)
    expect((await list({ customer: harbor }, stranger)).count).toBe(0)
  })

  it('shows a customer only their own sent invoices, whatever they request', async () => {
    const own = await tenant.run(
      (ctx) => listInvoices(ctx, { ...PLAIN, view: 'draft', customer: harbor }),
      asCustomer(kissa),
    )
    expect(own.results.map((row) => [row.number, row.url])).toEqual([
      ['Yen-1', expect.stringMatching(/^\/api\/invoices\/[\w-]+\/$/)],
    ])
    const searched = await tenant.run(
      (ctx) => listInvoices(ctx, { ...PLAIN, search: 'late' }),
      asCustomer(kissa),
    )
    expect(searched).toMatchObject({ count: 0, results: [] })
    const seen = await tenant.run((ctx) => listInvoices(ctx, PLAIN), asCustomer(harbor))
    expect(seen.count).toBe(8)
    expect(seen.results.map((row) => row.state)).toEqual(Array(8).fill('open'))
  })
})

it('keeps the counters equal to the invoices', async () => {
  expect(await tenant.run(verifyInvoiceCounters)).toEqual([])
})

it('finds many matches in order', async () => {
  const fresh = await test.tenant()
  const own = (await fresh.run((ctx) => aCustomer(ctx))).id
  const batch = Array.from({ length: 2100 }, (_, index) => ({
    number: `Many-${index}`,
    customerId: own,
    currency: 'USD',
    invoiceDate: '2026-11-20',
    dueDate: '2026-12-20',
    terms: 'net_30' as const,
    notes: '',
    lines: [{ ...aLine(), quantity: 10_000n, unitPriceMinor: 100n, discountPpm: 0, taxPpm: 0 }],
    paidMinor: 0n,
  }))
  await fresh.run((ctx) => importOpenInvoices(ctx, batch))
  const found = await list({ search: 'many-', order_by: 'number', page_size: 5 }, fresh)
  expect(found.count).toBe(2100)
  expect(found.results.map((row) => row.number)).toEqual(['Many-0', 'Many-1', 'Many-2', 'Many-3', 'Many-4'])
  const last = await list({ order_by: 'number', page: 420, page_size: 5 }, fresh)
  expect(last.results.map((row) => row.number)).toEqual([
    'Many-2095',
    'Many-2096',
    'Many-2097',
    'Many-2098',
    'Many-2099',
  ])
})
