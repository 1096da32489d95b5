import { expect, it } from 'vitest'
import { cardLife, lastDayOfCard } from './card-life.ts'

it('ends a card on the last day of its month', () => {
  expect(lastDayOfCard(2026, 12)).toBe('2026-12-31')
  expect(lastDayOfCard(2028, 2)).toBe('2028-02-29')
})

it.each([
  ['2026-10-31', null],
  ['2026-11-01', 'soon'],
  ['2026-11-02', 'soon'],
  ['2026-12-31', 'soon'],
  ['2027-01-01', 'expired'],
] as const)('warns of a card that ends in December 2026 on %s: %s', (today, life) => {
  expect(cardLife(lastDayOfCard(2026, 12), today)).toBe(life)
})
