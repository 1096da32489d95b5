import { expect, it } from 'vitest'
import { supportsLateFees } from './late-fee-support.ts'

it.each([
  ['local', [], true],
  [null, [], true],
  ['provider', [], false],
  ['provider', ['late_fees'], true],
] as const)('an account of the type %s whose connection has %j: late fees %s', (type, features, has) => {
  expect(supportsLateFees(type, features)).toBe(has)
})
