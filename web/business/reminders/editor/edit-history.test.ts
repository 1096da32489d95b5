import { expect, it } from 'vitest'
import { recordChange, redoChange, settleChange, startHistory, undoChange } from './edit-history.ts'

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

it('redoes what was undone until something else changes', () => {
  let history = startHistory('')
  for (const text of ['a', 'b', 'c']) history = recordChange(history, text, null)
  expect(redoChange(history)).toBe(history)
  history = undoChange(undoChange(history))
  expect(history.present).toBe('a')
  history = redoChange(history)
  expect(history.present).toBe('b')
  expect(redoChange(history).present).toBe('c')
  history = recordChange(history, 'd', null)
  expect(redoChange(history)).toBe(history)
  expect(undoChange(history).present).toBe('b')
})

it('undoes two moves of one step one by one when the first has ended', () => {
  let history = recordChange(startHistory(0), 1, 'step.days')
  history = recordChange(settleChange(history), 2, 'step.days')
  expect(undoChange(history).present).toBe(1)
})

it('keeps the last hundred changes', () => {
  let history = startHistory(0)
  for (let n = 1; n <= 150; n++) history = recordChange(history, n, null)
  expect(history.past).toHaveLength(100)
  expect(undoChange(history).present).toBe(149)
})
