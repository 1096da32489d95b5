import { expect, it } from 'vitest'
import { recordChange, startHistory, undoChange } from './edit-history.ts'

it('undoes the typing in one field in one step, and other changes one by one', () => {
  let history = startHistory('')
  for (const [text, field] of [
    ['a', 'name'],
    ['ab', 'name'],
    ['ab1', 'days'],
    ['removed', null],
    ['added', null],
  ] as const)
    history = recordChange(history, text, field)
  const seen = []
  while (history.past.length > 0) {
    history = undoChange(history)
    seen.push(history.present)
  }
  expect(seen).toEqual(['removed', 'ab1', 'ab', ''])
  expect(undoChange(history)).toBe(history)
})

it('keeps the last hundred changes', () => {
  let history = startHistory(0)
  for (let n = 1; n <= 150; n++) history = recordChange(history, n, null)
  expect(history.past).toHaveLength(100)
  expect(undoChange(history).present).toBe(149)
})
