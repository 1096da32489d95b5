import { applyRatePpm, smallerMinor } from '../money/money.ts'
import type { FeeTerms } from './fee-terms.ts'

/** State of an invoice when a fee is computed. Amounts in minor units. */
export interface FeeBasis {
  /** Total without fees. */
  readonly totalMinor: bigint
  /** Unpaid fees included. */
  readonly remainingMinor: bigint
  /** Fees of all rules so far, without waived ones. */
  readonly feesMinor: bigint
  /** The part of them that was charged in the last 365 days. */
  readonly yearFeesMinor: bigint
}

/** Limits that can lower a fee. */
export type FeeCap = 'amount' | 'share' | 'year'

export interface Fee {
  /** Zero or more. */
  readonly minor: bigint
  /** The same before caps. */
  readonly uncappedMinor: bigint
  /** The cap that lowered it, null when none did. */
  readonly cap: FeeCap | null
}

/**
 * Computes the fee of one period. Payments settle the invoice before its fees, so that without compounding the rate counts from
 * what is left of the invoice alone, and an invoice that owes nothing but fees is not charged any more. The lowest cap wins.
 */
export function computeFee(terms: FeeTerms, basis: FeeBasis): Fee {
  const { totalMinor, remainingMinor, feesMinor, yearFeesMinor } = basis
  const base = terms.compounds ? remainingMinor : remainingMinor - feesMinor
  if (base <= 0n || remainingMinor < terms.minRemainingMinor)
    return { minor: 0n, uncappedMinor: 0n, cap: null }
  const uncappedMinor = combine(terms, applyRatePpm(base, terms.ratePpm))
  const limits: [FeeCap, bigint | null][] = [
    ['amount', terms.capMinor === null ? null : terms.capMinor - feesMinor],
    ['share', terms.capPpm === null ? null : applyRatePpm(totalMinor, terms.capPpm) - feesMinor],
    [
      'year',
      terms.yearlyCapPpm === null ? null : applyRatePpm(totalMinor, terms.yearlyCapPpm) - yearFeesMinor,
    ],
  ]
  let minor = uncappedMinor
  let cap: FeeCap | null = null
  for (const [name, limit] of limits)
    if (limit !== null && limit < minor) [minor, cap] = [largerMinor(0n, limit), name]
  return { minor, uncappedMinor, cap }
}

function combine({ kind, flatMinor }: FeeTerms, percentMinor: bigint): bigint {
  if (kind === 'flat') return flatMinor
  if (kind === 'percent') return percentMinor
  return kind === 'both' ? flatMinor + percentMinor : largerMinor(flatMinor, percentMinor)
}

const largerMinor = (a: bigint, b: bigint): bigint => -smallerMinor(-a, -b)
