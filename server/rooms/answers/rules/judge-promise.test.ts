import { expect, it } from 'vitest'
import { judgePromise } from './judge-promise.ts'

const promise = {
  isOpenInvoice: true,
  promisedOn: '2026-12-12',
  amountMinor: null,
  owedMinor: 10_000n,
  remainingMinor: 10_000n,
  reservedMinor: 0n,
}
const stateOn = (day: string, more: Partial<Parameters<typeof judgePromise>[0]> = {}) =>
  judgePromise({ ...promise, ...more }, day)?.state ?? 'open'

it('keeps a promise open until its day has passed', () => {
  expect(stateOn('2026-12-11')).toBe('open')
  expect(stateOn('2026-12-12')).toBe('open')
  expect(stateOn('2026-12-13')).toBe('broken')
})

it('calls a promise kept when all of it is paid, or the promised part', () => {
  expect(stateOn('2026-12-01', { remainingMinor: 0n })).toBe('kept')
  expect(stateOn('2026-12-01', { remainingMinor: 6_000n })).toBe('open')
  expect(stateOn('2026-12-01', { remainingMinor: 6_000n, amountMinor: 4_000n })).toBe('kept')
  expect(stateOn('2026-12-13', { remainingMinor: 6_001n, amountMinor: 4_000n })).toBe('broken')
})

it('waits for a payment under way that would keep the promise', () => {
  expect(stateOn('2026-12-13', { reservedMinor: 10_000n })).toBe('open')
  expect(stateOn('2026-12-13', { reservedMinor: 9_999n })).toBe('broken')
})

it('withdraws the promise of an invoice that was closed', () => {
  expect(stateOn('2026-12-01', { isOpenInvoice: false, remainingMinor: 0n })).toBe('withdrawn')
})
