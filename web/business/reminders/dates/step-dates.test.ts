import { describe, expect, it } from 'vitest'
import { daysOffRuns, dayText, stepDate } from './step-dates.ts'

const REAL = {
  pk: 'one',
  number: 'INV-1',
  invoiceDate: '2026-11-04',
  dueDate: '2026-12-04',
  daysOff: { weekends: true, holidays: new Map([['2026-12-25', 'Christmas Day']]) },
}
const step = (
  days: string,
  direction: 'before' | 'on' | 'after',
  anchor: 'due_date' | 'invoice_date' | 'paid' = 'due_date',
) => ({
  days,
  direction,
  anchor,
})

describe('the day of a step', () => {
  it('counts from the due date or the invoice date', () => {
    expect(stepDate(step('7', 'before'), REAL)).toEqual({
      planned: '2026-11-27',
      day: '2026-11-27',
      off: null,
    })
    expect(stepDate(step('1', 'after', 'invoice_date'), REAL)?.day).toBe('2026-11-05')
  })

  it('waits for the end of a weekend and of a holiday', () => {
    expect(stepDate(step('1', 'after'), REAL)).toEqual({
      planned: '2026-12-05',
      day: '2026-12-07',
      off: { kind: 'weekend' },
    })
    // Christmas is on a Friday.
    expect(stepDate(step('21', 'after'), REAL)).toMatchObject({
      day: '2026-12-28',
      off: { name: 'Christmas Day' },
    })
  })

  it('is unknown after the payment and while its days are no number', () => {
    expect(stepDate(step('1', 'after', 'paid'), REAL)).toBeNull()
    expect(stepDate(step('x', 'after'), REAL)).toBeNull()
  })
})

it('joins a holiday with the weekend beside it', () => {
  expect(daysOffRuns(REAL, 14, 24)).toEqual([
    { first: 15, last: 16, holidays: [] },
    { first: 21, last: 23, holidays: ['Christmas Day'] },
  ])
  expect(daysOffRuns({ ...REAL, daysOff: { weekends: false, holidays: new Map() } }, -30, 60)).toEqual([])
})

it('names the weekday of a date', () => {
  expect(dayText('2026-12-07', 'MDY')).toBe('Mon, Dec 7, 2026')
})
