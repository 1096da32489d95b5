import { expect, it } from 'vitest'
import { isExpired } from './card.ts'

it('takes a card until the end of its last month', () => {
  expect([
    isExpired(2026, 11, '2026-11-30'),
    isExpired(2026, 10, '2026-11-01'),
    isExpired(2027, 1, '2026-12-31'),
  ]).toEqual([false, true, false])
})
