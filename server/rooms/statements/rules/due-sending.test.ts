import { describe, expect, it } from 'vitest'
import { findDuePeriod } from './due-sending.ts'

const schedule = {
  send_day: 1,
  on_since: '2026-01-15',
  daysOff: { weekends: false, holidays: new Map<string, string>() },
  reached: '2026-11-01',
}

describe('the period whose statements are due', () => {
  it('is the month before, from the day of sending on', () => {
    const october = { from: '2026-10-01', to: '2026-10-31' }
    expect(findDuePeriod(schedule, '2026-09-30')).toEqual(october)
    expect(findDuePeriod({ ...schedule, reached: '2026-10-31' }, '2026-09-30')).toBeNull()
  })

  it('is only the latest after an outage', () => {
    expect(findDuePeriod({ ...schedule, reached: '2026-11-20' }, '2026-06-30')).toEqual({
      from: '2026-10-01',
      to: '2026-10-31',
    })
  })

  it('is none for sendings before the schedule began, and none twice', () => {
    expect(findDuePeriod({ ...schedule, on_since: '2026-11-02' }, null)).toBeNull()
    expect(findDuePeriod(schedule, '2026-10-31')).toBeNull()
  })

  it('begins after the last one when the day of the month was changed', () => {
    const moved = { ...schedule, send_day: 15, reached: '2026-11-15' }
    expect(findDuePeriod(moved, '2026-10-31')).toEqual({ from: '2026-11-01', to: '2026-11-14' })
    expect(findDuePeriod({ ...moved, send_day: 1 }, '2026-11-14')).toBeNull()
  })
})
