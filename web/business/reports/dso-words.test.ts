import { expect, it } from 'vitest'
import { dsoWords } from './dso-words.ts'

const words = (days: number | null, invoiced: string, over_days = 90) =>
  dsoWords({ currency: 'USD', dso: { days, invoiced, over_days } })

it('explains a missing DSO: nothing was invoiced, or deductions exceeded it', () => {
  expect(words(null, '0.00')).toBe('In USD nothing was invoiced in that time, so there is none.')
  expect(words(null, '-100.00')).toBe(
    'In USD more was taken off invoices, by voiding or changing them, than was invoiced in that time, so there is none.',
  )
})

it('names the period when it is not ninety days', () => {
  expect(words(30, '100.00')).toBe('')
  expect(words(5, '100.00', 9)).toBe('In USD over the 9 days since the first booking.')
  expect(words(1, '100.00', 1)).toBe('In USD over the day since the first booking.')
})
