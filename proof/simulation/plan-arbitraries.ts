import fc from 'fast-check'
import type { AmountSpec, SingleCrash, Trouble } from './commands.ts'
import { type Weighted, weighted } from './weighted-command.ts'

interface Shared {
  readonly number: fc.Arbitrary<number>
  readonly rarely: fc.Arbitrary<boolean>
  readonly amount: fc.Arbitrary<AmountSpec>
  readonly crash: fc.Arbitrary<SingleCrash>
  readonly trouble: fc.Arbitrary<Trouble>
}

/** Payments of several invoices, and payment plans. */
export const severalAndPlans = ({ number, rarely, amount, crash, trouble }: Shared): Weighted[] => [
  weighted(7, 'payAll', {
    customer: number,
    most: number,
    method: fc.constantFrom(
      'good',
      'good',
      'good',
      'stored',
      'challenged',
      'authorized',
      'clears',
      'returns',
    ),
    amount,
    store: fc.boolean(),
    stale: rarely,
    credit: fc.constantFrom(null, null, 'seen', 'seen', 'seen', 'other'),
    trouble,
  }),
  weighted(1, 'repeatCredit', { use: number, other: rarely }),
  weighted(5, 'proposePlan', {
    invoice: number,
    more: number,
    installments: number,
    first: fc.constantFrom(0, 1, 1, 3, 10, 30),
    gap: fc.constantFrom(1, 7, 14, 30),
    fee: fc.constantFrom(0, 0, 1, 250, 2_500, 1_000_000_000),
    wrong: rarely,
    crash,
  }),
  weighted(6, 'confirmPlan', { plan: number, stale: rarely, crash }),
  weighted(1, 'cancelPlan', { plan: number, crash }),
  weighted(7, 'payInstallment', {
    plan: number,
    installment: number,
    method: fc.constantFrom(
      'good',
      'good',
      'good',
      'challenged',
      'authorized',
      'clears',
      'returns',
      'declined',
    ),
    amount,
    trouble,
  }),
]
