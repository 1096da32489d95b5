import { expect, it } from 'vitest'
import {
  keysBetween,
  nextSort,
  readSort,
  type Sort,
  selectionState,
  withKeys,
  writeSort,
} from './table-state.ts'

it('sorts by a heading ascending, descending, then not at all', () => {
  let sort: Sort = null
  sort = nextSort(sort, 'due_date')
  expect(sort).toEqual({ id: 'due_date', desc: false })
  sort = nextSort(sort, 'due_date')
  expect(sort).toEqual({ id: 'due_date', desc: true })
  expect(nextSort(sort, 'due_date')).toBeNull()
  expect(nextSort(sort, 'total')).toEqual({ id: 'total', desc: false })
})

it('round-trips a sort in the address', () => {
  for (const text of ['', 'due_date', '-total']) expect(writeSort(readSort(text))).toBe(text)
  expect(readSort(undefined)).toBeNull()
  expect(readSort('-')).toBeNull()
})

it('sets the page box to on, mixed or off', () => {
  const keys = ['a', 'b']
  expect(selectionState(keys, new Set())).toBe('none')
  expect(selectionState(keys, new Set(['a', 'x']))).toBe('some')
  expect(selectionState(keys, new Set(['a', 'b', 'x']))).toBe('all')
  expect(selectionState([], new Set(['x']))).toBe('none')
})

it('keeps the selection of other pages when selecting a page', () => {
  expect([...withKeys(new Set(['x']), ['a', 'b'], true)]).toEqual(['x', 'a', 'b'])
  expect([...withKeys(new Set(['x', 'a', 'b']), ['a', 'b'], false)]).toEqual(['x'])
})

it('selects the rows between with Shift, in either direction', () => {
  expect(keysBetween(['a', 'b', 'c', 'd'], 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(keysBetween(['a', 'b', 'c', 'd'], 'c', 'a')).toEqual(['a', 'b', 'c'])
  expect(keysBetween(['a', 'b'], 'gone', 'b')).toEqual(['b'])
})
