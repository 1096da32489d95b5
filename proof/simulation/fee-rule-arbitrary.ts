import fc from 'fast-check'
import type { FeeRuleSpec } from './commands.ts'

/** Shares as people choose them: a tenth, a fifth or none. */
const share = fc.constantFrom(null, null, 100_000, 200_000)

/** A rule for late fees, which may contradict itself until it is resolved. */
export const feeRule: fc.Arbitrary<FeeRuleSpec> = fc.record({
  kind: fc.constantFrom('percent', 'percent', 'flat', 'both', 'higher'),
  flat: fc.integer({ min: 1, max: 2_500 }),
  rate: fc.integer({ min: 1, max: 60_000 }),
  compounds: fc.boolean(),
  graceDays: fc.constantFrom(1, 1, 3, 10),
  repeat: fc.constantFrom('monthly', 'days', 'once'),
  everyDays: fc.constantFrom(1, 7, 30),
  dayOfMonth: fc.constantFrom(null, 1, 15, 31),
  cap: fc.constantFrom(null, null, 5_000),
  capShare: share,
  yearlyShare: fc.constantFrom(null, null, 50_000),
  minRemaining: fc.constantFrom(0, 0, 2_000),
  includesLate: fc.boolean(),
})
