import { expect, it } from 'vitest'
import { taskReason } from './task-reason.ts'

const due = (dueDate: string, number = 'INV-1') => ({ number, dueDate })

it('says how late an invoice is, or when it is due', () => {
  const reason = (day: string) => taskReason([due(day)], '2026-12-02', 'MDY')
  expect(['2026-11-11', '2026-12-01', '2026-12-02', '2026-12-05'].map(reason)).toEqual([
    'INV-1 is 21 days past due.',
    'INV-1 is 1 day past due.',
    'INV-1 is due today.',
    'INV-1 is due on Dec 5, 2026.',
  ])
})

it('names the oldest of several invoices', () => {
  expect(taskReason([due('2026-11-11'), due('2026-12-01', 'INV-2')], '2026-12-02', 'MDY')).toBe(
    'The oldest of 2 invoices, INV-1, is 21 days past due.',
  )
})
