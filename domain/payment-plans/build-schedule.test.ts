import { expect, it } from 'vitest'
import { buildSchedule, type ScheduleWish } from './build-schedule.ts'
import { checkSchedule } from './check-schedule.ts'

const WISH: ScheduleWish = {
  totalMinor: 100_000n,
  count: 3,
  firstOn: '2026-12-31',
  interval: 'monthly',
  downPaymentMinor: 0n,
  downPaymentOn: '2026-12-01',
}
const BOUNDS = { totalMinor: 100_000n, currency: 'USD', today: '2026-12-01' } as const

it('adds the cents that don’t divide evenly to the earliest installments', () => {
  expect(buildSchedule(WISH)).toEqual([
    { dueOn: '2026-12-31', amountMinor: 33_334n, isDownPayment: false },
    { dueOn: '2027-01-31', amountMinor: 33_333n, isDownPayment: false },
    { dueOn: '2027-02-28', amountMinor: 33_333n, isDownPayment: false },
  ])
})

it('begins with the down payment', () => {
  const schedule = buildSchedule({ ...WISH, interval: 'two_weeks', count: 2, downPaymentMinor: 25_000n })
  expect(schedule.map(({ dueOn, amountMinor }) => [dueOn, amountMinor])).toEqual([
    ['2026-12-01', 25_000n],
    ['2026-12-31', 37_500n],
    ['2027-01-14', 37_500n],
  ])
  expect(checkSchedule(schedule, BOUNDS)).toEqual({})
})

it('says what is wrong beside each field', () => {
  const installments = [
    { dueOn: '2026-11-30', amountMinor: 40_000n, isDownPayment: false },
    { dueOn: '2026-11-30', amountMinor: 0n, isDownPayment: true },
    { dueOn: '2032-01-01', amountMinor: 40_000n, isDownPayment: false },
  ]
  expect(checkSchedule(installments, BOUNDS)).toEqual({
    'installments.0.due_on': 'Choose today or a later day.',
    'installments.1.due_on': 'Choose today or a later day.',
    'installments.1.amount': 'The amount should be greater than 0',
    'installments.1.down_payment': 'Only the first installment can be a down payment.',
    'installments.2.due_on': 'Choose a day within the next five years.',
    installments: 'The installments add up to $800.00, $200.00 less than the $1,000.00 that is owed.',
  })
})
