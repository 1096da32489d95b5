import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonthsClamped,
  calendarDate,
  compareDates,
  dateInZone,
  dateOfDayNumber,
  dayNumber,
  daysBetween,
  daysInMonth,
  endOfMonth,
  formatDate,
  isCalendarDate,
  isTimeZone,
  isWeekend,
  startOfMonth,
  weekday,
} from './calendar.ts'
import { DAY_MS } from './durations.ts'
import { shortDate } from './short-date.ts'

const FIRST = dayNumber('1900-01-01')
const LAST = dayNumber('2200-12-31')
const anyDate = fc.integer({ min: FIRST, max: LAST }).map(dateOfDayNumber)

/** Every day of 1900 to 2200 in order, built by a slow reference: month by month, leap years by rule. */
function* everyDay() {
  for (let year = 1900; year <= 2200; year += 1) {
    const leap = year % 400 === 0 || (year % 4 === 0 && year % 100 !== 0)
    const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for (const [month, length] of lengths.entries()) {
      for (let day = 1; day <= length; day += 1) {
        yield `${year}-${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`
      }
    }
  }
}

describe('calendar dates', () => {
  it('counts all 109,938 days of 1900 to 2200 as a slow reference does', () => {
    let expected = FIRST
    // 1 January 1900 was a Monday.
    let day = 1
    const wrong: string[] = []
    for (const date of everyDay()) {
      const right =
        isCalendarDate(date) &&
        dayNumber(date) === expected &&
        dateOfDayNumber(expected) === date &&
        weekday(date) === day
      if (!right) wrong.push(date)
      expected += 1
      day = (day + 1) % 7
    }
    expect(wrong).toEqual([])
    expect(expected - 1).toBe(LAST)
    expect(dayNumber('1970-01-01')).toBe(0)
    expect(dayNumber('2026-11-20') * DAY_MS).toBe(Date.UTC(2026, 10, 20))
  })

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '1899-12-31',
    '2201-01-01',
    '2026-1-1',
    '20260101',
    '2026-01-01T00:00:00Z',
    ' 2026-01-01',
    '2026-01-01\n',
    '',
    '٢٠٢٦-01-01',
  ])('refuses %j', (text) => {
    expect(isCalendarDate(text)).toBe(false)
  })

  it('builds a date from parts, or returns null', () => {
    expect(calendarDate(2024, 2, 29)).toBe('2024-02-29')
    expect(calendarDate(2026, 2, 29)).toBeNull()
    expect(calendarDate(2026, 1.5, 1)).toBeNull()
    expect(calendarDate(1899, 1, 1)).toBeNull()
    expect(calendarDate(2200, 12, 31)).toBe('2200-12-31')
    expect(calendarDate(2201, 1, 1)).toBeNull()
  })

  it('adding days and counting them are inverse', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -3000, max: 3000 }), (date, days) => {
        const later = addDays(date, days)
        expect(daysBetween(date, later)).toBe(days)
        expect(addDays(later, -days)).toBe(date)
        expect(compareDates(date, later)).toBe(-Math.sign(days) + 0)
        expect(weekday(later)).toBe((((weekday(date) + days) % 7) + 7) % 7)
      }),
      { numRuns: 2000 },
    )
  })

  it('adding months keeps the day or takes the last of the month', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -500, max: 500 }), (date, months) => {
        const later = addMonthsClamped(date, months)
        const index = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7))
        expect(index(later) - index(date)).toBe(months)
        const kept = later.slice(8) === date.slice(8)
        expect(kept || later === endOfMonth(later)).toBe(true)
      }),
      { numRuns: 2000 },
    )
    expect(addMonthsClamped('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonthsClamped('2024-01-31', 1)).toBe('2024-02-29')
    expect(addMonthsClamped('2026-01-31', 2)).toBe('2026-03-31')
    expect(addMonthsClamped('2026-03-31', -1)).toBe('2026-02-28')
    expect(addMonthsClamped('2024-02-29', 12)).toBe('2025-02-28')
  })

  it('knows the ends of months and weekends', () => {
    expect(endOfMonth('2024-02-10')).toBe('2024-02-29')
    expect(endOfMonth('2026-12-31')).toBe('2026-12-31')
    expect(startOfMonth('2026-12-31')).toBe('2026-12-01')
    expect(daysInMonth(2000, 2)).toBe(29)
    expect(isWeekend('2026-11-21')).toBe(true)
    expect(isWeekend('2026-11-22')).toBe(true)
    expect(isWeekend('2026-11-20')).toBe(false)
  })

  it('throws on text that is no date', () => {
    for (const text of ['2026-02-30', 'today', '', '2026-1-1'])
      expect(() => addDays(text, 1)).toThrow(RangeError)
    expect(() => addDays('2026-01-01', 0.5)).toThrow(RangeError)
    expect(() => addMonthsClamped('2026-01-01', 0.5)).toThrow(RangeError)
    expect(() => addDays('2026-01-01', 4_000_000)).toThrow(RangeError)
    expect(() => addMonthsClamped('2026-01-01', 100_000)).toThrow(RangeError)
  })

  it('writes dates in the account’s style', () => {
    expect(formatDate('2026-11-20')).toBe('Nov 20, 2026')
    expect(formatDate('2026-11-05', 'MDY')).toBe('Nov 5, 2026')
    expect(formatDate('2026-11-05', 'DMY')).toBe('5 Nov 2026')
    expect(formatDate('2026-11-05', 'YMD')).toBe('2026-11-05')
    expect(() => formatDate('2026-02-30')).toThrow(RangeError)
  })

  it('leaves out the current year in a short date', () => {
    expect(shortDate('2026-12-20', '2026-11-20', 'MDY')).toBe('Dec 20')
    expect(shortDate('2026-12-20', '2026-11-20', 'DMY')).toBe('20 Dec')
    expect(shortDate('2026-12-20', '2026-11-20', 'YMD')).toBe('2026-12-20')
    expect(shortDate('2027-01-20', '2026-11-20', 'MDY')).toBe('Jan 20, 2027')
  })
})

describe('dates in zones', () => {
  it('accepts zone names only', () => {
    for (const name of ['UTC', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia']) {
      expect(isTimeZone(name)).toBe(true)
    }
    for (const name of ['', 'Mars/Olympus', '+05:00', '-03', 'New York', "'; drop", 'A'.repeat(5000)]) {
      expect(isTimeZone(name)).toBe(false)
    }
  })

  it('returns the local date in the time zone', () => {
    const instant = Date.UTC(2026, 10, 20, 2, 30)
    expect(dateInZone(instant, 'UTC')).toBe('2026-11-20')
    expect(dateInZone(instant, 'America/New_York')).toBe('2026-11-19')
    expect(dateInZone(instant, 'Asia/Tokyo')).toBe('2026-11-20')
    expect(dateInZone(Date.UTC(2026, 0, 1, 10, 0), 'Pacific/Kiritimati')).toBe('2026-01-02')
    expect(dateInZone(Date.UTC(2024, 1, 29, 18, 30), 'Asia/Kathmandu')).toBe('2024-03-01')
    // Samoa had no 30 December 2011.
    expect(dateInZone(Date.UTC(2011, 11, 30, 9, 59), 'Pacific/Apia')).toBe('2011-12-29')
    expect(dateInZone(Date.UTC(2011, 11, 30, 10, 0), 'Pacific/Apia')).toBe('2011-12-31')
    expect(() => dateInZone(instant, 'Mars/Olympus')).toThrow(RangeError)
  })
})
