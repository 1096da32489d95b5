import { expect, test } from 'vitest'
import { chooseTarget, targetOf, usedColumns } from './column-choice.ts'

test('maps each column to one field and each field to one column', () => {
  const first = chooseTarget({}, 0, 'short_name')
  expect(first).toEqual({ short_name: 0 })
  expect(targetOf(first, 0)).toBe('short_name')
  expect(chooseTarget(first, 0, 'email')).toEqual({ email: 0 })
  expect(chooseTarget(first, 1, 'short_name')).toEqual({ short_name: 1 })
  expect(chooseTarget(first, 0, '')).toEqual({})
})

test('counts each mapped column once', () => {
  expect(usedColumns({ short_name: 0, email: 2, notes: null, city: 2 })).toBe(2)
})
