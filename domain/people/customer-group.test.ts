import { expect, it } from 'vitest'
import { tidyGroupName } from './customer-group.ts'

it.each([
  ['  Key   accounts ', 'Key accounts'],
  ['Key\u00a0accounts', 'Key accounts'],
  ['Cafe\u0301s', 'Caf\u00e9s'],
  ['', ''],
])('tidies %j to %j', (typed, name) => {
  expect(tidyGroupName(typed)).toBe(name)
})
