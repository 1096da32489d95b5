import { describe, expect, it } from 'vitest'
import { addDays, dateInZone } from './calendar.ts'
import { hourInZone, instantInZone, startOfDayInZone, timeZoneNames } from './time-zone.ts'

const ZONES = [
  'America/New_York',
  'Europe/London',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Sao_Paulo',
]

describe('instants of wall times', () => {
  it('every local 9:00 of two years is one instant of that day, days rising', () => {
    for (const zone of ZONES) {
      let previous = Number.NEGATIVE_INFINITY
      for (let date = '2025-01-01'; date < '2027-01-01'; date = addDays(date, 1)) {
        const instant = instantInZone(date, 9, 0, zone)
        expect(dateInZone(instant, zone)).toBe(date)
        expect(hourInZone(instant, zone)).toBe(9)
        expect(instant).toBeGreaterThan(previous)
        previous = instant
      }
    }
  })

  it('days follow each other without a gap: a moment before midnight is the day before', () => {
    for (const zone of [...ZONES, 'America/Havana', 'Africa/Cairo', 'Asia/Beirut']) {
      for (let date = '2025-01-01'; date < '2026-01-01'; date = addDays(date, 1)) {
        const start = startOfDayInZone(date, zone)
        expect(dateInZone(start, zone)).toBe(date)
        expect(dateInZone(start - 1, zone)).toBe(addDays(date, -1))
      }
    }
  })

  it('a skipped time moves forward, a repeated one is its first', () => {
    expect(instantInZone('2026-03-08', 2, 30, 'America/New_York')).toBe(Date.UTC(2026, 2, 8, 7, 30))
    expect(instantInZone('2026-11-01', 1, 30, 'America/New_York')).toBe(Date.UTC(2026, 10, 1, 5, 30))
    expect(instantInZone('2026-10-04', 2, 10, 'Australia/Lord_Howe')).toBe(Date.UTC(2026, 9, 3, 15, 40))
    // Sao Paulo skipped midnight on the first day of summer time.
    expect(instantInZone('2018-11-04', 0, 0, 'America/Sao_Paulo')).toBe(Date.UTC(2018, 10, 4, 3, 0))
  })

  it('lists zones to choose from', () => {
    const names = timeZoneNames()
    expect(names).toContain('UTC')
    expect(names).toContain('America/New_York')
    expect(names.length).toBeGreaterThan(300)
  })
})
