import { expect, it } from 'vitest'
import { taskReason } from './task-reason.ts'

const due = (dueDate: string, number = 'INV-1') => ({ number, dueDate })

it('says when an invoice is or was due', () => {
  expect(taskReason([due('2026-11-11')], 'MDY')).toBe('INV-1, due Nov 11, 2026.')
})

it('names the oldest of several invoices', () => {
  expect(taskReason([due('2026-11-11'), due('2026-12-01', 'INV-2')], 'MDY')).toBe(
    '2 invoices, the oldest is INV-1, due Nov 11, 2026.',
  )
})
