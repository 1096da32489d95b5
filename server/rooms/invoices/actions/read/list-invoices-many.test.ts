import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { createCustomers } from '../../../customers/index.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { type InvoiceSelection, importOpenInvoices, listInvoices } from '../../index.ts'
import { aLine } from '../../testing.ts'

/** More than a search passes as ids. */
const CUSTOMERS = 210
const NUMBERS = 2100
/** Two for each customer and one more, besides those. */
const INVOICES = NUMBERS + CUSTOMERS * 2 + 1
const PAGE = 50

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
beforeAll(async () => {
  const blank = await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Depot', email: 'depot@depot.test' }))
  const { id: depot, ...fields } = blank
  const wharves = await tenant.run((ctx) =>
    createCustomers(
      ctx,
      Array.from({ length: CUSTOMERS }, (_, n) => ({
        ...fields,
        shortName: `Wh-${n} Wharf`,
        email: `w${n}@wh.test`,
        currency: n % 3 === 0 ? 'EUR' : 'USD',
      })),
    ),
  )
  const invoice = (number: string, customerId: string, currency: string, n: number) => ({
    number,
    customerId,
    currency,
    invoiceDate: `2026-0${1 + (n % 9)}-1${n % 10}`,
    dueDate: n % 4 === 0 ? '2026-12-20' : `2026-1${n % 2}-15`,
    terms: 'custom' as const,
    notes: '',
    lines: [
      { ...aLine(), quantity: 10_000n, unitPriceMinor: 100n + BigInt(n % 7), discountPpm: 0, taxPpm: 0 },
    ],
    // Nothing remains of every fifth invoice.
    paidMinor: n % 5 === 0 ? 100n + BigInt(n % 7) : 0n,
  })
  await tenant.run((ctx) =>
    importOpenInvoices(ctx, [
      ...Array.from({ length: NUMBERS }, (_, n) => invoice(`Wh-z-${n}`, depot, 'USD', n)),
      ...wharves.flatMap((id, at) =>
        [0, 1].map((n) => invoice(`Pier-${at * 2 + n}`, id, at % 3 === 0 ? 'EUR' : 'USD', at + n)),
      ),
      invoice('Wharf-1', depot, 'USD', 1),
    ]),
  )
  // Runs ANALYZE as an import does: without statistics the planner joins row by row, and a page takes
  // seconds.
  for (const table of ['customers', 'invoices', 'receivables'])
    await tenant.run((ctx) => sql`select measure_imported(${table})`.execute(ctx.db))
})

const PLAIN: InvoiceSelection = {
  page: 1,
  page_size: PAGE,
  search: '',
  order_by: 'number',
  view: 'all',
}
const list = (asked: Partial<InvoiceSelection>) =>
  tenant.run((ctx) => listInvoices(ctx, { ...PLAIN, ...asked }))
type Row = Awaited<ReturnType<typeof list>>['results'][number]

async function everyInvoice(): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; rows.length < NUMBERS + 2 * CUSTOMERS + 1; page++)
    rows.push(...(await list({ page })).results)
  return rows
}

const VIEWS: Record<string, (row: Row) => boolean> = {
  all: () => true,
  open: (row) => row.remaining !== '0.00',
  overdue: (row) => row.remaining !== '0.00' && row.days_past_due > 0,
  paid: (row) => row.remaining === '0.00',
}
const FILTERS = {
  none: [],
  euro: [{ name: 'currency', operator: 'eq' as const, argument: 'EUR', exclude: false }],
  notEuro: [{ name: 'currency', operator: 'eq' as const, argument: 'EUR', exclude: true }],
  late: [{ name: 'due_date', operator: 'lt' as const, argument: '2026-11-01', exclude: false }],
  notLate: [{ name: 'due_date', operator: 'lte' as const, argument: '2026-11-14', exclude: true }],
  early: [{ name: 'invoice_date', operator: 'lt' as const, argument: '2026-08-01', exclude: false }],
  large: [{ name: 'remaining', operator: 'gt' as const, argument: '1.03', exclude: false }],
}
const PASSES: Record<keyof typeof FILTERS, (row: Row) => boolean> = {
  none: () => true,
  euro: (row) => row.currency === 'EUR',
  notEuro: (row) => row.currency !== 'EUR',
  late: (row) => row.due_date < '2026-11-01',
  notLate: (row) => row.due_date > '2026-11-14',
  early: (row) => row.invoice_date < '2026-08-01',
  large: (row) => Number(row.remaining) > 1.03,
}

describe('a search with very many matches', () => {
  it('selects, counts and sums exactly the matching invoices', {
    timeout: 120_000,
  }, async () => {
    const every = await everyInvoice()
    const asked = fc.record({
      // Many numbers; many customers and one number; both; few of either; one customer with most of the
      // invoices.
      search: fc.constantFrom('', '-z-', 'wharf', 'wh-', 'pier-41', 'wh-20', 'depot', 'test', 'nothing'),
      view: fc.constantFrom(...Object.keys(VIEWS)) as fc.Arbitrary<InvoiceSelection['view']>,
      filters: fc.constantFrom(...(Object.keys(FILTERS) as (keyof typeof FILTERS)[])),
      order_by: fc.constantFrom('number', '-due_date', 'total', '-remaining', 'customer'),
      page: fc.constantFrom(1, 1, 2, 9),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ filters, ...selected }) => {
        const found = await list({ ...selected, filters: FILTERS[filters] })
        const expected = every.filter(
          (row) =>
            VIEWS[selected.view]!(row) && PASSES[filters](row) && textOf(row).includes(selected.search),
        )
        expect(found.count).toBe(expected.length)
        expect(found.results.length).toBe(
          Math.max(0, Math.min(PAGE, expected.length - PAGE * (selected.page - 1))),
        )
        const numbers = new Set(expected.map((row) => row.number))
        expect(found.results.filter((row) => !numbers.has(row.number))).toEqual([])
        if (selected.order_by === 'number')
          expect(found.results.map((row) => row.number)).toEqual(
            expected
              .slice(PAGE * (selected.page - 1))
              .slice(0, PAGE)
              .map((row) => row.number),
          )
        const owed = selected.view === 'paid' ? [] : expected.filter((row) => row.remaining !== '0.00')
        for (const currency of ['EUR', 'USD']) {
          const rows = owed.filter((row) => row.currency === currency)
          const sum = found.sums.find((one) => one.currency === currency)
          expect(sum?.remaining ?? '0.00').toBe(added(rows))
          expect(sum?.past_due ?? '0.00').toBe(added(rows.filter((row) => row.days_past_due > 0)))
        }
      }),
      { numRuns: 250 },
    )
  })
})

const textOf = (row: Row): string => {
  const name = row.customer.short_name
  const email = name === 'Depot' ? 'depot@depot.test' : `w${/\d+/.exec(name)![0]}@wh.test`
  return `${row.number}\n${name} ${email}`.toLowerCase()
}

const added = (rows: readonly Row[]): string =>
  (rows.reduce((sum, row) => sum + Math.round(Number(row.remaining) * 100), 0) / 100).toFixed(2)

describe('number order', () => {
  it('opens the first and last pages of a million, and refuses those between as too deep', async () => {
    const asked = tenant.run(async (ctx) => {
      await sql`insert into invoice_tallies (account_id, scope_id, kind, currency, due_date, invoices, remaining_minor)
        values (${ctx.accountId}, ${ctx.accountId}, 'void', 'USD', '-infinity', 1000000 - ${INVOICES}::int, 0)`.execute(
        ctx.db,
      )
      const page = (page: number) =>
        listInvoices(ctx, { page, page_size: 100, search: '', order_by: '-invoice_date', view: 'all' })
      for (const near of [1, 1000, 9001, 10_000]) expect(await page(near)).toMatchObject({ count: 1_000_000 })
      expect((await page(10_000)).results).toHaveLength(100)
      for (const deep of [1001, 5000, 9000])
        await expect(page(deep)).rejects.toMatchObject({
          fields: { page: ['This page is too far down. Narrow the list by a search or a filter.'] },
        })
      throw new Error('nothing of it stays')
    })
    await expect(asked).rejects.toThrow('nothing of it stays')
  })

  it('pads every run of figures to twenty digits and keeps the last twenty', async () => {
    const piece = fc.constantFrom(
      'INV-',
      'a',
      '7',
      '042',
      '-',
      '/2026/',
      ' ',
      '1234567890123456789012345',
      'Ö',
      '',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 4 }), async (pieces) => {
        const number = pieces.join('')
        const { rows } = await tenant.run((ctx) =>
          sql<{ key: string }>`select number_key_of(${number}) as key`.execute(ctx.db),
        )
        expect(rows[0]!.key).toBe(
          number.toLowerCase().replace(/\d+/g, (run) => run.padStart(20, '0').slice(-20)),
        )
      }),
      { numRuns: 200 },
    )
  })
})
