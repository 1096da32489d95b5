import { expect, it } from 'vitest'
import { weeksOf } from './weeks.ts'

it('counts messages by week from Monday, with weeks in which nothing is sent', () => {
  const days = [
    { day: '2026-11-27', before_due: 1, after_due: 2 },
    { day: '2026-11-30', before_due: 0, after_due: 4 },
    { day: '2026-12-04', before_due: 3, after_due: 0 },
  ]
  expect(weeksOf(days, '2026-11-25', '2026-12-08')).toEqual([
    { from: '2026-11-23', until: '2026-11-29', before: 1, after: 2 },
    { from: '2026-11-30', until: '2026-12-06', before: 3, after: 4 },
    { from: '2026-12-07', until: '2026-12-13', before: 0, after: 0 },
  ])
})
