import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateOfDayNumber, daysBetween, endOfMonth } from './calendar.ts'
import { dueDate, PAYMENT_TERM_LABELS, PAYMENT_TERMS } from './terms.ts'

describe('payment terms', () => {
  it.each([
    ['due_on_receipt', '2026-01-31'],
    ['net_7', '2026-02-07'],
    ['net_10', '2026-02-10'],
    ['net_15', '2026-02-15'],
    ['net_30', '2026-03-02'],
    ['net_45', '2026-03-17'],
    ['net_60', '2026-04-01'],
    ['net_90', '2026-05-01'],
    ['end_of_month', '2026-01-31'],
    ['end_of_next_month', '2026-02-28'],
  ] as const)('an invoice of January 31 with %s is due on %s', (terms, due) => {
    expect(dueDate('2026-01-31', terms)).toBe(due)
  })

  it('gives no date for custom terms, and every term has a label', () => {
    expect(dueDate('2026-01-31', 'custom')).toBeNull()
    for (const terms of PAYMENT_TERMS) expect(PAYMENT_TERM_LABELS[terms]).not.toBe('')
    expect(new Set(Object.values(PAYMENT_TERM_LABELS)).size).toBe(PAYMENT_TERMS.length)
  })

  it('is never due before the invoice date', () => {
    fc.assert(
      fc.property(fc.integer({ min: -25_000, max: 80_000 }), (day) => {
        const date = dateOfDayNumber(day)
        for (const terms of PAYMENT_TERMS) {
          const due = dueDate(date, terms)
          if (due === null) continue
          expect(daysBetween(date, due)).toBeGreaterThanOrEqual(0)
          if (terms.startsWith('end_of')) expect(due).toBe(endOfMonth(due))
        }
      }),
    )
  })
})
