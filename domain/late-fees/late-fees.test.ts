import { describe, expect, it } from 'vitest'
import { computeFee, type FeeBasis } from './fee-amount.ts'
import { latestPeriod, mayFollow, nextPeriod } from './fee-period.ts'
import { feeSentence } from './fee-sentence.ts'
import { type FeeTerms, findTermsProblems, yearlyRatePpm } from './fee-terms.ts'

const MONTHLY: FeeTerms = {
  kind: 'percent',
  flatMinor: 0n,
  ratePpm: 12_500,
  compounds: true,
  graceDays: 10,
  repeat: 'monthly',
  everyDays: 0,
  dayOfMonth: null,
  capMinor: 150_00n,
  capPpm: 100_000,
  yearlyCapPpm: null,
  minRemainingMinor: 50_00n,
}
const EVERY_30: FeeTerms = { ...MONTHLY, repeat: 'days', everyDays: 30 }
const ONCE: FeeTerms = { ...MONTHLY, repeat: 'once', compounds: false }

describe('the periods of a rule', () => {
  it('begin after the grace days', () => {
    for (const terms of [MONTHLY, EVERY_30, ONCE]) {
      expect(latestPeriod(terms, '2026-07-03', '2026-07-12')).toBeNull()
      expect(latestPeriod(terms, '2026-07-03', '2026-07-13')).toMatchObject({ day: '2026-07-13' })
      expect(nextPeriod(terms, '2026-07-03', '2026-07-01')).toMatchObject({ day: '2026-07-13' })
    }
  })

  it('skip what was missed, and number what follows', () => {
    expect(latestPeriod(EVERY_30, '2026-07-03', '2026-10-01')).toEqual({ number: 2, day: '2026-09-11' })
    expect(latestPeriod(MONTHLY, '2026-07-03', '2026-10-12')).toEqual({ number: 24_321, day: '2026-09-13' })
    expect(latestPeriod(ONCE, '2026-07-03', '2027-10-12')).toEqual({ number: 0, day: '2026-07-13' })
    expect(nextPeriod(ONCE, '2026-07-03', '2026-07-13')).toBeNull()
    expect(nextPeriod(EVERY_30, '2026-07-03', '2026-07-13')).toEqual({ number: 1, day: '2026-08-12' })
    expect(nextPeriod(MONTHLY, '2026-07-03', '2026-07-13')).toEqual({ number: 24_320, day: '2026-08-13' })
  })

  it('fall on the chosen day of a month, or its last one', () => {
    const onThe31st: FeeTerms = { ...MONTHLY, dayOfMonth: 31 }
    expect(latestPeriod(onThe31st, '2026-01-03', '2026-02-28')?.day).toBe('2026-02-28')
    expect(latestPeriod(onThe31st, '2026-01-03', '2026-02-27')?.day).toBe('2026-01-31')
    expect(nextPeriod(onThe31st, '2028-01-25', '2028-01-31')?.day).toBe('2028-02-29')
    const onTheFirst: FeeTerms = { ...MONTHLY, dayOfMonth: 1 }
    expect(latestPeriod(onTheFirst, '2026-07-03', '2026-07-31')).toBeNull()
    expect(nextPeriod(onTheFirst, '2026-07-03', '2026-07-03')?.day).toBe('2026-08-01')
  })

  it('charge a month once and keep their distance when the terms change', () => {
    const onThe20th: FeeTerms = { ...MONTHLY, dayOfMonth: 20 }
    const period = latestPeriod(onThe20th, '2026-07-03', '2026-09-21')!
    expect(mayFollow(period, '2026-09-13', onThe20th)).toBe(false)
    expect(mayFollow(period, '2026-08-31', onThe20th)).toBe(true)
    const weekly: FeeTerms = { ...EVERY_30, everyDays: 7 }
    expect(mayFollow({ number: 9, day: '2026-09-14' }, '2026-09-08', weekly)).toBe(false)
    expect(mayFollow({ number: 9, day: '2026-09-15' }, '2026-09-08', weekly)).toBe(true)
    expect(mayFollow({ number: 0, day: '2026-09-15' }, '2026-09-08', ONCE)).toBe(false)
    expect(mayFollow({ number: 0, day: '2026-09-15' }, null, ONCE)).toBe(true)
  })
})

/** Charges an invoice without payments until nothing more comes, and returns the fees. */
function chargeUntilCapped(terms: FeeTerms, totalMinor: bigint): bigint[] {
  const fees: bigint[] = []
  let feesMinor = 0n
  for (let period = 0; period < 24; period++) {
    const basis: FeeBasis = {
      totalMinor,
      remainingMinor: totalMinor + feesMinor,
      feesMinor,
      yearFeesMinor: feesMinor,
    }
    const { minor } = computeFee(terms, basis)
    if (minor === 0n) break
    fees.push(minor)
    feesMinor += minor
  }
  return fees
}

describe('the amount of a fee', () => {
  it('comes on top of earlier fees until the lowest cap', () => {
    expect(chargeUntilCapped(MONTHLY, 2_575_15n)).toEqual([32_19n, 32_59n, 33_00n, 33_41n, 18_81n])
    expect(chargeUntilCapped({ ...MONTHLY, compounds: false }, 2_575_15n)).toEqual([
      32_19n,
      32_19n,
      32_19n,
      32_19n,
      21_24n,
    ])
    expect(chargeUntilCapped({ ...MONTHLY, yearlyCapPpm: 20_000 }, 2_575_15n)).toEqual([32_19n, 19_31n])
  })

  it('names the cap that lowered it', () => {
    const basis = { totalMinor: 100_00n, remainingMinor: 100_00n, feesMinor: 9_90n, yearFeesMinor: 0n }
    expect(computeFee(MONTHLY, basis)).toEqual({ minor: 10n, uncappedMinor: 1_25n, cap: 'share' })
    expect(computeFee({ ...MONTHLY, capPpm: null }, basis)).toMatchObject({ minor: 1_25n, cap: null })
    expect(computeFee(MONTHLY, { ...basis, feesMinor: 20_00n })).toMatchObject({ minor: 0n })
  })

  it('adds an amount and a rate, or takes the higher', () => {
    const basis = { totalMinor: 1_000_00n, remainingMinor: 1_000_00n, feesMinor: 0n, yearFeesMinor: 0n }
    const flat = { ...MONTHLY, flatMinor: 10_00n }
    const amounts = (['flat', 'percent', 'both', 'higher'] as const).map(
      (kind) => computeFee({ ...flat, kind }, basis).minor,
    )
    expect(amounts).toEqual([10_00n, 12_50n, 22_50n, 12_50n])
  })

  it('is nothing below the minimum, and counts from the invoice alone without compounding', () => {
    const paid = { totalMinor: 100_00n, remainingMinor: 49_99n, feesMinor: 0n, yearFeesMinor: 0n }
    expect(computeFee(MONTHLY, paid).minor).toBe(0n)
    const onlyFees = { totalMinor: 1_000_00n, remainingMinor: 60_00n, feesMinor: 60_00n, yearFeesMinor: 0n }
    expect(computeFee({ ...MONTHLY, compounds: false }, onlyFees).minor).toBe(0n)
    expect(computeFee(MONTHLY, onlyFees).minor).toBe(75n)
    const flat = { ...MONTHLY, kind: 'flat', flatMinor: 5_00n, compounds: false } as const
    expect(computeFee(flat, onlyFees).minor).toBe(0n)
    expect(computeFee(flat, { ...onlyFees, remainingMinor: 61_00n }).minor).toBe(5_00n)
  })
})

describe('terms', () => {
  it('read as one sentence', () => {
    expect(feeSentence(MONTHLY, 'USD')).toBe(
      'Charge 1.25% of what remains each month, starting 10 days after the due date, on top of earlier fees, up to $150.00 or 10% of the invoice, whichever is lower. Skip invoices under $50.00.',
    )
    const plain = { ...ONCE, kind: 'flat', flatMinor: 25_00n, graceDays: 1, capMinor: null } as const
    expect(feeSentence({ ...plain, capPpm: null, minRemainingMinor: 0n }, 'USD')).toBe(
      'Charge $25.00 once, starting 1 day after the due date.',
    )
  })

  it('come to a rate over a year', () => {
    expect(yearlyRatePpm(MONTHLY)).toBe(160_755)
    expect(yearlyRatePpm({ ...MONTHLY, compounds: false })).toBe(150_000)
    expect(yearlyRatePpm(ONCE)).toBe(12_500)
    expect(yearlyRatePpm({ ...EVERY_30, compounds: false })).toBe(162_500)
  })

  it('are refused where they contradict each other', () => {
    const fields = (terms: Partial<FeeTerms>) =>
      findTermsProblems({ ...MONTHLY, ...terms }).map(({ field }) => field)
    expect(fields({})).toEqual([])
    expect(fields({ ratePpm: 0 })).toEqual(['ratePpm'])
    expect(fields({ kind: 'both' })).toEqual(['flatMinor'])
    expect(fields({ repeat: 'once' })).toEqual(['compounds'])
    expect(fields({ kind: 'flat', flatMinor: 1n })).toEqual(['compounds'])
    expect(fields({ repeat: 'days' })).toEqual(['everyDays'])
    expect(fields({ kind: 'both', flatMinor: 151_00n })).toEqual(['capMinor'])
    expect(fields({ yearlyCapPpm: 180_000 })).toEqual(['yearlyCapPpm'])
    expect(fields({ capPpm: null, yearlyCapPpm: 160_000 })).toEqual(['ratePpm'])
  })
})
