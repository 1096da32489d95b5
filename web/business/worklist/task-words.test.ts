import { expect, it } from 'vitest'
import { dayOfTask, dueText, invoicesText } from './task-words.ts'

it('names the day of a task, which snoozing moves', () => {
  expect(dayOfTask({ due_on: '2026-12-01', snoozed_until: null })).toBe('2026-12-01')
  expect(dayOfTask({ due_on: '2026-12-01', snoozed_until: '2026-12-08' })).toBe('2026-12-08')
})

it('says how late a task is', () => {
  const text = (day: string) => dueText(day, '2026-12-02', (iso) => `on ${iso}`)
  expect(['2026-12-02', '2026-12-01', '2026-11-25', '2026-12-03'].map(text)).toEqual([
    'Today',
    '1 day late',
    '7 days late',
    'on 2026-12-03',
  ])
})

it('names two invoices and counts the others', () => {
  const numbers = ['1', '2', '3', '4'].map((number) => ({ number }))
  expect(invoicesText(numbers.slice(0, 1))).toBe('1')
  expect(invoicesText(numbers.slice(0, 2))).toBe('1, 2')
  expect(invoicesText(numbers)).toBe('1, 2 and 2 more')
})
