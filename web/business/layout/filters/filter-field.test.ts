import { expect, it } from 'vitest'
import {
  activeFilters,
  cleanFilters,
  type FilterField,
  filterParams,
  resolvePeriods,
  withCondition,
  withoutFilters,
} from './filter-field.ts'
import { filterWords } from './filter-words.ts'
import { isNarrowed } from './use-filtered-list.ts'

const FIELDS: readonly FilterField[] = [
  { id: 'remaining', label: 'Remaining', kind: 'amount' },
  { id: 'total', label: 'Total', kind: 'amount' },
  { id: 'days_past_due', label: 'Days overdue', chip: 'Overdue', kind: 'days' },
  { id: 'due_date', label: 'Due date', chip: 'Due', kind: 'date' },
  { id: 'invoice_date', label: 'Invoice date', chip: 'Dated', kind: 'date' },
  { id: 'customer', label: 'Customer', kind: 'customer', plain: true },
  {
    id: 'aging',
    label: 'Age',
    kind: 'choice',
    plain: true,
    options: [{ value: 'over_90', label: 'over 90 days' }],
  },
  { id: 'currency', label: 'Currency', kind: 'currency' },
]

const texts = { customer: 'Harbor Foods', dates: 'MDY', currency: 'USD' } as const
const CUSTOMER = '5f8f8c44-9d0a-4c11-8a3e-1d2f3a4b5c6d'
const chipsOf = (search: Record<string, string>) =>
  activeFilters(FIELDS, search)
    .map((one) => filterWords(one, texts))
    .map(({ name, value }) => `${name} ${value}`)

it('says filters as a person would', () => {
  expect(chipsOf({ filter_remaining_gte: '500', filter_days_past_due_gt: '30' })).toEqual([
    'Remaining at least $500.00',
    'Overdue more than 30 days',
  ])
  expect(chipsOf({ filter_days_past_due_gt: '1', customer: CUSTOMER, filter_currency: 'EUR' })).toEqual([
    'Overdue more than 1 day',
    'Customer is Harbor Foods',
    'Currency is EUR',
  ])
  expect(chipsOf({ filter_invoice_date_gte: '2026-11-01', filter_invoice_date_lte: '2026-11-30' })).toEqual([
    'Dated from Nov 1, 2026 to Nov 30, 2026',
  ])
  expect(chipsOf({ filter_due_date_lte: '2026-11-30' })).toEqual(['Due until Nov 30, 2026'])
  expect(chipsOf({ filter_due_date: 'last_month' })).toEqual(['Due last month'])
  expect(chipsOf({ aging: 'over_90' })).toEqual(['Age is over 90 days'])
})

it('knows every operator, and its exclusion', () => {
  expect(chipsOf({ filter_total_lt: '5', filter_total_eq: '7', filter_total_neq: '9' })).toEqual([
    'Total is $7.00',
    'Total is not $9.00',
    'Total less than $5.00',
  ])
  expect(
    chipsOf({ exclude_total_gte: '5', exclude_currency: 'EUR', exclude_due_date_lt: '2026-01-02' }),
  ).toEqual(['Total not at least $5.00', 'Due not before Jan 2, 2026', 'Currency is not EUR'])
  expect(chipsOf({ filter_total_gte: '1', filter_total_lte: '9' })).toEqual(['Total from $1.00 to $9.00'])
})

it('writes a condition as it is read', () => {
  const search = {
    exclude_total_gt: '10.50',
    filter_due_date_gte: '2026-11-01',
    filter_invoice_date: 'this_year',
    customer: CUSTOMER,
  }
  const written = activeFilters(FIELDS, search).map(({ field, condition }) => withCondition(field, condition))
  expect(Object.assign({}, ...written)).toEqual(search)
  const removed = withoutFilters(activeFilters(FIELDS, search))
  expect(Object.keys(removed).sort()).toEqual([...Object.keys(search), 'filter_due_date_lte'].sort())
})

it('drops filters that make no sense', () => {
  const clean = cleanFilters(FIELDS)
  const nonsense = {
    filter_days_past_due_gt: '-3',
    filter_due_date_gte: '2026-02-30',
    filter_due_date_lt: 'last_month',
    exclude_due_date: 'last_month',
    filter_remaining_gte: 'much',
    filter_currency: 'dollars',
    aging: 'old',
    customer: 'x',
  }
  expect(clean(nonsense)).toEqual({})
  expect(isNarrowed(clean({ ...nonsense, page: '2' }))).toBe(false)
  expect(isNarrowed(clean({ ...nonsense, customer: CUSTOMER }))).toBe(true)
  for (const name of Object.keys(nonsense)) expect(filterParams(FIELDS)).toContain(name)
})

it('turns a period into its dates for the call', () => {
  const resolve = resolvePeriods(FIELDS, '2026-11-27')
  expect(resolve({ filter_due_date: 'next_7_days', page: '2' })).toEqual({
    page: '2',
    filter_due_date_gte: '2026-11-27',
    filter_due_date_lte: '2026-12-03',
  })
  expect(resolve({ filter_due_date: '2026-11-27' })).toEqual({ filter_due_date: '2026-11-27' })
})
