import { expect, it } from 'vitest'
import { MIN_SEARCH_LENGTH, SEARCH_WAIT_MS, searchRequest } from './search-gate.ts'

it.each([
  ['', ''],
  ['   ', ''],
  ['a', null],
  [' ab ', null],
  ['abc', 'abc'],
  ['  INV-19 ', 'INV-19'],
])('%j searches for %j', (text, expected) => {
  expect(searchRequest(text)).toBe(expected)
})

it('waits 700 ms and needs 3 characters', () => {
  expect(SEARCH_WAIT_MS).toBe(700)
  expect(MIN_SEARCH_LENGTH).toBe(3)
})
