import { expect, it } from 'vitest'
import { remainingTimeText } from './remaining-time-text.ts'

it.each([
  [1_800_000, 'Ends in 30 minutes.'],
  [1_740_000, 'Ends in 29 minutes.'],
  [60_001, 'Ends in 2 minutes.'],
  [60_000, 'Ends in 1 minute.'],
  [59_000, 'Ends in 59 seconds.'],
  [1_000, 'Ends in 1 second.'],
  [0, 'Ends in 0 seconds.'],
  [-5_000, 'Ends in 0 seconds.'],
])('formats the remaining time of a preview: %d ms', (leftMs, text) => {
  expect(remainingTimeText(leftMs)).toBe(text)
})
