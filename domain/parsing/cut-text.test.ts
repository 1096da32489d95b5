import { expect, it } from 'vitest'
import { cutText } from './cut-text.ts'

it('cuts a text before a character that does not fit as a whole', () => {
  expect(cutText('ab😀c', 3)).toBe('ab')
  expect(cutText('ab😀c', 4)).toBe('ab😀')
  expect(cutText('ab😀', 4)).toBe('ab😀')
  expect(cutText('abc', 2)).toBe('ab')
  expect(cutText('', 2)).toBe('')
})
