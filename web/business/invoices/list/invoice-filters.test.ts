import { expect, it } from 'vitest'
import { cleanInvoiceSearch, filterChips, hasFilters } from './invoice-filters.ts'

const texts = { customer: 'Harbor Foods', dates: 'MDY', currency: 'USD' } as const
const chipsOf = (search: Record<string, string>) =>
  filterChips(search, texts).map(({ name, value }) => `${name} ${value}`)

it('says filters as a person would', () => {
  expect(chipsOf({ filter_remaining_gte: '500', filter_days_past_due_gt: '30' })).toEqual([
    'Remaining at least $500.00',
    'Overdue more than 30 days',
  ])
  expect(chipsOf({ filter_days_past_due_gt: '1', customer: 'x', filter_currency: 'EUR' })).toEqual([
    'Overdue more than 1 day',
    'Customer is Harbor Foods',
    'Currency is EUR',
  ])
  expect(chipsOf({ filter_invoice_date_gte: '2026-11-01', filter_invoice_date_lte: '2026-11-30' })).toEqual([
    'Dated from Nov 1, 2026 to Nov 30, 2026',
  ])
})

it('drops filters that make no sense', () => {
  const nonsense = {
    filter_days_past_due_gt: '-3',
    filter_due_date_gte: '2026-02-30',
    filter_remaining_gte: 'much',
    filter_currency: 'dollars',
    aging: 'old',
    view: 'lost',
  }
  expect(cleanInvoiceSearch(nonsense)).toEqual({})
  expect(hasFilters(cleanInvoiceSearch({ ...nonsense, customer: 'x' }))).toBe(true)
})
