import { describe, expect, it } from 'vitest'
import type { CurrencyFigures, Dashboard } from './dashboard-query.ts'
import { agingSegments, isNewAccount, shownCurrencies } from './figures.ts'

const aging = (parts: Partial<CurrencyFigures['aging']> = {}): CurrencyFigures['aging'] => ({
  currency: 'USD',
  current: '0.00',
  days_30: '0.00',
  days_60: '0.00',
  days_90: '0.00',
  over_90: '0.00',
  total: '0.00',
  ...parts,
})

const figures = (currency: string, owed: string): CurrencyFigures => ({
  currency,
  owed,
  past_due: '0',
  due_in_7_days: '0',
  collected_30_days: '0',
  in_flight: '0',
  aging: aging({ currency, total: owed }),
  aging_counts: {},
  open_invoices: 0,
  customers_owing: 0,
})

const dashboard = (currencies: CurrencyFigures[]): Dashboard => ({
  today: '2026-11-20',
  currencies,
  top_debtors: [],
  latest_payments: [],
  counts: { customers: 0, invoices: 0, drafts: 0 },
})

describe('agingSegments', () => {
  it('shows five buckets with their share, percent and count', () => {
    const parts = { current: '55.46', days_30: '44.24', over_90: '0.30', total: '100.00' }
    const shown = agingSegments(aging(parts), { current: 2, days_30: 1, over_90: 1 })
    expect(shown.map(({ id, amount, detail }) => [id, amount, detail])).toEqual([
      ['current', '55.46', '55%, 2 invoices'],
      ['days_30', '44.24', '44%, 1 invoice'],
      ['days_60', '0.00', '0%, 0 invoices'],
      ['days_90', '0.00', '0%, 0 invoices'],
      ['over_90', '0.30', '<1%, 1 invoice'],
    ])
    expect(shown.map(({ share }) => share)).toEqual([0.555, 0.442, 0, 0, 0.003])
  })

  it('gives a tiny part a share of 0.001, and every part 0 when nothing is owed', () => {
    const tiny = agingSegments(aging({ current: '999999.99', days_30: '0.01', total: '1000000.00' }))
    expect(tiny[1]?.share).toBe(0.001)
    expect(agingSegments(aging()).every(({ share }) => share === 0)).toBe(true)
  })
})

describe('shownCurrencies', () => {
  it('leaves out a currency without activity, unless it is the only one', () => {
    expect(shownCurrencies(dashboard([figures('USD', '0.00'), figures('EUR', '5.00')]))).toMatchObject([
      { currency: 'EUR' },
    ])
    expect(shownCurrencies(dashboard([figures('USD', '0.00')]))).toMatchObject([{ currency: 'USD' }])
  })
})

describe('isNewAccount', () => {
  it('holds until there is a customer, a draft or a payment', () => {
    const empty = dashboard([figures('USD', '0.00')])
    expect(isNewAccount(empty)).toBe(true)
    expect(isNewAccount({ ...empty, counts: { ...empty.counts, customers: 1 } })).toBe(false)
  })
})
