import { expect, it } from 'vitest'
import { expectCash, expectOfWeek } from './expected-cash.ts'

const paidInWeeks = (customerId: string | null, weeks: readonly number[]) =>
  weeks.map((weeksLate) => ({ customerId, weeksLate, minor: 500n }))
const likelyOf = (...given: Parameters<typeof expectCash>) =>
  expectCash(...given).weeks.map(({ from, likelyMinor }) => `${from} ${likelyMinor}`)

it('expects an amount in the weeks in which its customer paid before, evenly over the days of each', () => {
  const owed = [{ customerId: 'a', dueDate: '2026-11-30', minor: 70_000n }] as const
  // Paid in the week of the due date or two weeks after it, half each; today is a Monday.
  expect(likelyOf(owed, paidInWeeks('a', [0, 2]), '2026-11-30').slice(0, 4)).toEqual([
    '2026-11-30 35000',
    '2026-12-07 0',
    '2026-12-14 35000',
    '2026-12-21 0',
  ])
  // On Thursday three of the seven days are over without a payment, so more is expected of each that is left.
  expect(likelyOf(owed, paidInWeeks('a', [0, 2]), '2026-12-03').slice(0, 3)).toEqual([
    '2026-12-03 25455',
    '2026-12-07 0',
    '2026-12-14 44545',
  ])
})

it('expects an amount before its due date, and in no week when it is older than every payment', () => {
  const early = [{ customerId: 'a', dueDate: '2026-12-07', minor: 1_000n }] as const
  expect(likelyOf(early, paidInWeeks('a', [-1, 8]), '2026-11-30')[0]).toBe('2026-11-30 500')
  const old = [{ customerId: 'a', dueDate: '2026-01-05', minor: 1_000n }] as const
  const { weeks, laterMinor } = expectCash(old, paidInWeeks('a', [0, 1]), '2026-11-30')
  expect(weeks.every(({ likelyMinor }) => likelyMinor === 0n)).toBe(true)
  expect(laterMinor).toBe(1_000n)
})

it('expects a customer without two weeks of payments to pay like all customers together', () => {
  const owed = [{ customerId: 'new', dueDate: '2026-11-30', minor: 1_000n }] as const
  const delays = [...paidInWeeks(null, [1, 3]), ...paidInWeeks('new', [0])]
  const { weeks, withOwnDelays } = expectCash(owed, delays, '2026-11-30')
  expect(weeks.map(({ likelyMinor }) => likelyMinor).slice(0, 4)).toEqual([0n, 500n, 0n, 500n])
  expect(withOwnDelays).toBe(0)
})

it('lists the customers of a week with amounts that add up to it, although each is a fraction of a cent', () => {
  const today = '2026-11-30'
  const customers = ['a', 'b', 'c', 'd', 'e'] as const
  const owed = customers.map((customerId) => ({ customerId, dueDate: today, minor: 100n }))
  const delays = paidInWeeks(null, [0, 1, 2])
  const week = expectCash(owed, delays, today).weeks[1]!
  const list = expectOfWeek(owed, delays, { today, from: week.from })!
  // A third of a dollar each.
  expect(week.likelyMinor).toBe(167n)
  expect(list.map(({ likelyMinor }) => likelyMinor)).toEqual([33n, 34n, 33n, 33n, 34n])
  expect(expectOfWeek(owed, delays, { today, from: '2026-12-01' })).toBeNull()
})
