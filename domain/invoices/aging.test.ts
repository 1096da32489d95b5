import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumMinor } from '../money/money.ts'
import {
  AGING_BUCKETS,
  AGING_FIELDS,
  AGING_LABELS,
  agingBucket,
  daysPastDue,
  sumByAgingBucket,
} from './aging.ts'

describe('aging', () => {
  it('names the buckets as the portal does', () => {
    expect(AGING_BUCKETS.map((bucket) => AGING_LABELS[bucket])).toEqual([
      'Current',
      'Past Due 0-30',
      '60',
      '90',
      '90+',
    ])
    expect(AGING_BUCKETS.map((bucket) => AGING_FIELDS[bucket])).toEqual([
      'current_owed',
      'up_to_30_days_past_due_owed',
      'up_to_60_days_past_due_owed',
      'up_to_90_days_past_due_owed',
      'more_than_90_days_past_due_owed',
    ])
  })

  it.each([
    [-400, 'current'],
    [-1, 'current'],
    [0, 'current'],
    [1, 'days_30'],
    [30, 'days_30'],
    [31, 'days_60'],
    [60, 'days_60'],
    [61, 'days_90'],
    [90, 'days_90'],
    [91, 'over_90'],
    [4000, 'over_90'],
  ] as const)('%i days past due is %s', (days, bucket) => {
    expect(agingBucket(days)).toBe(bucket)
  })

  it('buckets follow each other as days pass and each day has one', () => {
    let last = 0
    for (let days = -500; days <= 500; days += 1) {
      const at = AGING_BUCKETS.indexOf(agingBucket(days))
      expect(at === last || at === last + 1).toBe(true)
      last = at
    }
    expect(last).toBe(AGING_BUCKETS.length - 1)
  })

  it('buckets add up to the amount owed', () => {
    const item = fc.record({
      remainingMinor: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      daysPastDue: fc.integer({ min: -400, max: 400 }),
    })
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const owed = sumMinor(items.map((one) => one.remainingMinor))
        expect(sumMinor(Object.values(sumByAgingBucket(items)))).toBe(owed)
      }),
      { numRuns: 2000 },
    )
  })

  it('counts days past due by the calendar', () => {
    expect(daysPastDue('2026-03-01', '2026-03-01')).toBe(0)
    expect(daysPastDue('2026-02-28', '2026-03-01')).toBe(1)
    expect(daysPastDue('2024-02-28', '2024-03-01')).toBe(2)
    expect(daysPastDue('2026-03-31', '2026-03-01')).toBe(-30)
  })
})
