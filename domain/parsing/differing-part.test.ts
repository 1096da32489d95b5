import { expect, it } from 'vitest'
import { differingPart } from './differing-part.ts'

it.each([
  ['Please pay this week. Thanks', 'Please pay today. Thanks', '…this week.…', '…today.…'],
  ['Hello', 'Hello\n\nPlease pay.', '', '…Please pay.'],
  ['a b c', 'a c', '…b…', ''],
  ['one', 'two', 'one', 'two'],
  ['', 'two', '', 'two'],
])('shows where %j and %j differ', (before, after, one, other) => {
  expect(differingPart(before, after)).toEqual({ before: one, after: other })
})

it('cuts a long part', () => {
  const { after } = differingPart('', 'word '.repeat(100))
  expect(after).toHaveLength(160)
  expect(after.endsWith('…')).toBe(true)
})
