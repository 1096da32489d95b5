import { expect, it } from 'vitest'
import { dsoWords } from './dso-words.ts'

const words = (days: number | null, invoiced: string, over_days = 90) =>
  dsoWords({ currency: 'USD', dso: { days, invoiced, over_days } })

it('explains a missing DSO: nothing was invoiced, or deductions exceeded it', () => {
  expect(words(null, '0.00')).toBe('No DSO in USD, because nothing was invoiced.')
  expect(words(null, '-100.00')).toBe('No DSO in USD, because voids and changes exceed what was invoiced.')
})

it('names the period when it is not ninety days', () => {
  expect(words(30, '100.00')).toBe('')
  expect(words(5, '100.00', 9)).toBe('USD covers the 9 days since the first booking.')
  expect(words(1, '100.00', 1)).toBe('USD covers the day since the first booking.')
})
