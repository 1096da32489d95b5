import { describe, expect, it } from 'vitest'
import { addDays } from '../dates/calendar.ts'
import { latestSending, nextSending, sendingIn } from './statement-schedule.ts'

const never = { weekends: false, holidays: new Map<string, string>() }
const weekends = { weekends: true, holidays: new Map([['2026-11-02', 'All Souls']]) }

describe('monthly statements', () => {
  it.each([
    ['2026-11-20', 1, '2026-11-01', '2026-10-01', '2026-10-31'],
    ['2026-11-20', 15, '2026-11-15', '2026-10-15', '2026-11-14'],
    ['2026-02-10', 31, '2026-02-28', '2026-01-31', '2026-02-27'],
    ['2026-03-10', 31, '2026-03-31', '2026-02-28', '2026-03-30'],
    ['2028-03-10', 30, '2028-03-30', '2028-02-29', '2028-03-29'],
    ['2026-01-10', 1, '2026-01-01', '2025-12-01', '2025-12-31'],
  ])('in the month of %s on day %i are sent on %s for %s to %s', (date, day, sendOn, from, to) => {
    expect(sendingIn(date, day, never)).toEqual({ sendOn, period: { from, to } })
  })

  it('wait for the next working day and keep their period', () => {
    expect(sendingIn('2026-11-20', 1, weekends)).toEqual({
      sendOn: '2026-11-03',
      period: { from: '2026-10-01', to: '2026-10-31' },
    })
    // Oct 31 is a Saturday, and Nov 2 a holiday.
    expect(latestSending('2026-11-03', 31, weekends).sendOn).toBe('2026-11-03')
    expect(latestSending('2026-11-02', 31, weekends).sendOn).toBe('2026-09-30')
    expect(nextSending('2026-11-02', 31, weekends).sendOn).toBe('2026-11-03')
  })

  it.each([1, 15, 28, 29, 30, 31])('on day %i cover every day of two years once', (day) => {
    const covered: string[] = []
    let today = '2026-01-01'
    for (let count = 0; count < 25; count += 1) {
      const sending = nextSending(today, day, weekends)
      expect(latestSending(sending.sendOn, day, weekends)).toEqual(sending)
      expect(latestSending(addDays(sending.sendOn, -1), day, weekends)).not.toEqual(sending)
      for (let at = sending.period.from; at <= sending.period.to; at = addDays(at, 1)) covered.push(at)
      today = sending.sendOn
    }
    const days = covered.map((_, index) => addDays(covered[0]!, index))
    expect(covered).toEqual(days)
  })
})
