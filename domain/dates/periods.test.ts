import { expect, it } from 'vitest'
import { datesOfPeriod, isPeriod, PERIOD_TEXTS, PERIODS, type Period } from './periods.ts'

const spanOf = (period: Period, today: string): string => {
  const { from, to } = datesOfPeriod(period, today)
  return `${from} ${to}`
}

it('counts days up to today, or from today on', () => {
  expect(spanOf('today', '2026-03-02')).toBe('2026-03-02 2026-03-02')
  expect(spanOf('last_7_days', '2026-03-02')).toBe('2026-02-24 2026-03-02')
  expect(spanOf('next_30_days', '2026-12-31')).toBe('2026-12-31 2027-01-29')
})

it('knows months and years, also around a leap day', () => {
  expect(spanOf('last_month', '2028-03-31')).toBe('2028-02-01 2028-02-29')
  expect(spanOf('this_month', '2026-11-27')).toBe('2026-11-01 2026-11-30')
  expect(spanOf('last_year', '2028-02-29')).toBe('2027-01-01 2027-12-31')
  expect(spanOf('this_year', '2026-11-27')).toBe('2026-01-01 2026-12-31')
})

it('has dates and a text for each period, and knows no other', () => {
  for (const period of PERIODS) {
    const { from, to } = datesOfPeriod(period, '2026-11-27')
    expect(from <= to && PERIOD_TEXTS[period] !== '', period).toBe(true)
  }
  expect(isPeriod('last_week')).toBe(false)
})
