import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateOfDayNumber } from '../dates/calendar.ts'
import { sumMinor } from '../money/money.ts'
import { allocateOldestFirst } from './allocation.ts'

const items = fc
  .array(
    fc.record({
      dueDate: fc.integer({ min: 20_000, max: 20_030 }).map(dateOfDayNumber),
      remainingMinor: fc.bigInt({ min: 0n, max: 100_000n }),
    }),
    { maxLength: 15 },
  )
  .map((list) => list.map((item, index) => ({ id: `invoice-${index}`, ...item })))

describe('allocation', () => {
  it('conserves the amount, never overpays, and leaves nothing older open (10^4 cases)', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 600_000n }), items, (amount, list) => {
        const { allocations, unappliedMinor } = allocateOldestFirst(amount, list)
        const given = new Map(allocations.map((one) => [one.id, one.amountMinor]))
        expect(given.size).toBe(allocations.length)
        expect(sumMinor(given.values()) + unappliedMinor).toBe(amount)
        const owed = sumMinor(list.map((item) => item.remainingMinor))
        expect(unappliedMinor).toBe(amount > owed ? amount - owed : 0n)
        let settled = true
        const byAge = [...list].sort((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0))
        for (const item of byAge) {
          const part = given.get(item.id) ?? 0n
          expect(part >= 0n && part <= item.remainingMinor).toBe(true)
          if (part > 0n) expect(settled).toBe(true)
          if (part < item.remainingMinor) settled = false
        }
      }),
      { numRuns: 10_000 },
    )
  })

  it('settles the earliest due date first, then the order given', () => {
    const list = [
      { id: 'c', dueDate: '2026-03-01', remainingMinor: 100n },
      { id: 'a', dueDate: '2026-01-01', remainingMinor: 100n },
      { id: 'b', dueDate: '2026-03-01', remainingMinor: 100n },
    ]
    expect(allocateOldestFirst(150n, list)).toEqual({
      allocations: [
        { id: 'a', amountMinor: 100n },
        { id: 'c', amountMinor: 50n },
      ],
      unappliedMinor: 0n,
    })
    expect(allocateOldestFirst(350n, list).unappliedMinor).toBe(50n)
    expect(allocateOldestFirst(0n, list)).toEqual({ allocations: [], unappliedMinor: 0n })
    expect(() => allocateOldestFirst(-1n, list)).toThrow(RangeError)
  })
})
