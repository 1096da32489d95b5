import { describe, expect, it } from 'vitest'
import { shortWeekday } from '../../../../domain/dates/calendar.ts'
import { askedText, contentText, firstDays, groupDays, type UpcomingRow } from './upcoming-days.ts'

const row = (day: string, changes: Partial<UpcomingRow> = {}): UpcomingRow => ({
  day,
  kind: 'email',
  is_thanks: false,
  currency: 'USD',
  remaining: '100.00',
  ...changes,
})

describe('days of upcoming reminders', () => {
  it('hold the rows of each day in order', () => {
    const days = groupDays([row('2026-11-27'), row('2026-11-27'), row('2026-11-30')])
    expect(days.map(({ day, rows }) => [day, rows.length])).toEqual([
      ['2026-11-27', 2],
      ['2026-11-30', 1],
    ])
    expect(groupDays([])).toEqual([])
  })

  it('are open until enough messages are shown, and the first one always', () => {
    const day = (name: string, count: number) => ({
      day: name,
      rows: Array.from({ length: count }, () => row(name)),
    })
    const days = [day('2026-11-27', 20), day('2026-11-30', 20), day('2026-12-01', 1)]
    expect([...firstDays(days)]).toEqual(['2026-11-27', '2026-11-30'])
    expect([...firstDays([day('2026-11-27', 400)])]).toEqual(['2026-11-27'])
  })

  it('say how many messages, tasks and notes they hold, and how much is asked for in each currency', () => {
    const rows = [
      row('2026-11-27', { remaining: '1250.50' }),
      row('2026-11-27', { remaining: '0.50' }),
      row('2026-11-27', { currency: 'JPY', remaining: '1200' }),
      row('2026-11-27', { kind: 'task' }),
      row('2026-11-27', { is_thanks: true }),
    ]
    expect(contentText(rows)).toBe('4 messages, 1 task')
    expect(askedText(rows)).toBe('$1,251.00 and ¥1,200')
    expect(contentText([row('2026-11-27', { kind: 'staff_note' })])).toBe('1 staff note')
    expect(askedText([row('2026-11-27', { is_thanks: true })])).toBe('')
  })

  it('have the name of their weekday', () => {
    expect(['2026-11-27', '2026-11-29', '2026-11-30'].map(shortWeekday)).toEqual(['Fri', 'Sun', 'Mon'])
  })
})
