import { expect, it } from 'vitest'
import { isOutdated } from './changed-text.ts'

const text = { invoiceIds: ['a', 'b'], remainingMinor: 300n }
const step = (invoiceId: string, remainingMinor: bigint) => ({ invoiceId, remainingMinor })

it('fits the invoices and amounts that it was written for, in any order', () => {
  expect(isOutdated(text, [step('b', 200n), step('a', 100n)])).toBe(false)
})

it('is outdated when an amount changed, or an invoice left or joined', () => {
  expect(isOutdated(text, [step('a', 100n), step('b', 150n)])).toBe(true)
  expect(isOutdated(text, [step('a', 300n)])).toBe(true)
  expect(isOutdated(text, [step('a', 100n), step('b', 200n), step('c', 0n)])).toBe(true)
  expect(isOutdated(text, [step('a', 100n), step('c', 200n)])).toBe(true)
})
