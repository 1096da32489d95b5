import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Filter } from '../../../../../contract/filters.ts'
import { setUp } from '../../../../../testing/set-up.ts'
import { setUpTestApp } from '../../../../../testing/test-app.ts'
import { type InvoiceSelection, listInvoices } from '../../index.ts'
import { someOfEach } from '../../testing.ts'

const test = setUpTestApp()
const tenant = setUp(() => test.tenant())
let harbor: string
let kissa: string
beforeAll(async () => {
  const customers = await someOfEach(tenant)
  harbor = customers.harbor
  kissa = customers.kissa
})

const PLAIN: InvoiceSelection = { page: 1, page_size: 50, search: '', order_by: '-invoice_date', view: 'all' }
const list = (asked: Partial<InvoiceSelection> = {}) =>
  tenant.run((ctx) => listInvoices(ctx, { ...PLAIN, ...asked }))

/** Comparisons that could treat a missing receivable as something other than zero. */
const DRAFTS_OWE_NOTHING = (['number', '-invoice_date', '-remaining', 'customer'] as const).flatMap(
  (order_by) =>
    [
      { operator: 'neq' as const, exclude: false },
      { operator: 'eq' as const, exclude: true },
    ].map((how): [DraftExample] => [
      {
        view: 'all',
        filters: [{ name: 'remaining', argument: '0', ...how }],
        search: '',
        customer: undefined,
        order_by,
      },
    ]),
)
type DraftExample = Pick<InvoiceSelection, 'view' | 'search' | 'order_by'> & {
  filters: Filter[]
  customer: string | undefined
}

describe('combined filters', () => {
  type Row = Awaited<ReturnType<typeof list>>['results'][number]
  const holds: Record<string, (row: Row) => boolean> = {
    all: () => true,
    open: (row) => Number(row.remaining) > 0,
    overdue: (row) => Number(row.remaining) > 0 && row.days_past_due > 0,
    due_this_week: (row) => Number(row.remaining) > 0 && row.days_past_due <= 0 && row.days_past_due >= -7,
    draft: (row) => row.state === 'draft',
    paid: (row) => row.state === 'open' && Number(row.remaining) === 0,
    void: (row) => row.state === 'void',
    written_off: (row) => row.state === 'written_off',
  }
  const compare = (left: number | string, operator: Filter['operator'], right: number | string) =>
    ({
      lt: left < right,
      lte: left <= right,
      gt: left > right,
      gte: left >= right,
      eq: left === right,
      neq: left !== right,
    })[operator]
  const passes = (row: Row) => (given: Filter) => {
    const money = given.name === 'remaining' || given.name === 'total'
    const value = row[given.name as 'remaining']
    return (
      compare(
        money ? Number(value) : value,
        given.operator,
        money ? Number(given.argument) : given.argument,
      ) !== given.exclude
    )
  }
  const amounts = { names: ['remaining', 'total'], values: ['0', '0.00', '100', '400.00', '1000', '7000'] }
  const dates = {
    names: ['due_date', 'invoice_date'],
    values: ['2026-10-31', '2026-11-14', '2026-11-21', '2027-01-01'],
  }
  const words = { names: ['currency', 'state'], values: ['USD', 'JPY', 'open', 'draft', 'written_off'] }
  const someFilter = fc.constantFrom(amounts, dates, words).chain(({ names, values }) =>
    fc.record({
      name: fc.constantFrom(...names),
      operator: fc.constantFrom('lt', 'lte', 'gt', 'gte', 'eq', 'neq') as fc.Arbitrary<Filter['operator']>,
      argument: fc.constantFrom(...values),
      exclude: fc.boolean(),
    }),
  )

  it('the list equals a filter over every invoice', async () => {
    const every = (await list()).results
    const selection = fc.record({
      view: fc.constantFrom(...Object.keys(holds)) as fc.Arbitrary<InvoiceSelection['view']>,
      filters: fc.array(someFilter, { maxLength: 3 }),
      search: fc.constantFrom('', '', 'late', 'kissa', '-10', 'harbor foods'),
      customer: fc.constantFrom(undefined, undefined, harbor, kissa),
      order_by: fc.constantFrom('-invoice_date', '-remaining', 'customer', 'number'),
    })
    await fc.assert(
      fc.asyncProperty(selection, async (asked) => {
        const found = await list(asked)
        const text = (row: Row) =>
          `${row.number} ${asked.customer ? '' : row.customer.short_name}`
            .toLowerCase()
            .includes(asked.search)
        const expected = every.filter(
          (row) =>
            holds[asked.view]!(row) &&
            asked.filters.every(passes(row)) &&
            text(row) &&
            (asked.customer ?? row.customer.pk) === row.customer.pk,
        )
        expect(found.results.map((row) => row.number).sort()).toEqual(
          expected.map((row) => row.number).sort(),
        )
        expect(found.count).toBe(expected.length)
        const yen = expected.filter((row) => row.currency === 'JPY' && row.remaining !== '0')
        expect(found.sums.find((sum) => sum.currency === 'JPY')?.remaining ?? '0').toBe(
          yen.length > 0 ? '7000' : '0',
        )
      }),
      { numRuns: 300, examples: DRAFTS_OWE_NOTHING },
    )
  })
})
