import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyRatePpm, sumMinor } from '../money/money.ts'
import { ONE_UNIT } from '../money/quantity.ts'
import type { InvoiceLine } from './invoice-totals.ts'
import { computeInvoiceTotals } from './invoice-totals.ts'

const aLine = (line: Partial<InvoiceLine>): InvoiceLine => ({
  quantity: ONE_UNIT,
  unitPriceMinor: 10_000n,
  discountPpm: 0,
  taxPpm: 0,
  ...line,
})

const lines = fc.array(
  fc.record({
    quantity: fc.bigInt({ min: -1_000_000n, max: 100_000_000n }),
    unitPriceMinor: fc.bigInt({ min: -1_000_000n, max: 1_000_000_000n }),
    discountPpm: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1_000_000 })),
    taxPpm: fc.oneof(fc.constantFrom(0, 50_000, 88_750, 190_000), fc.integer({ min: 0, max: 1_000_000 })),
    taxName: fc.constantFrom('Sales tax', 'VAT', ''),
  }),
  { maxLength: 12 },
)

describe('invoice totals', () => {
  it('lines, taxes and total agree to the last minor unit (10^4 invoices)', () => {
    fc.assert(
      fc.property(lines, (list) => {
        const totals = computeInvoiceTotals(list)
        expect(totals.lines).toHaveLength(list.length)
        expect(totals.subtotalMinor).toBe(sumMinor(totals.lines.map((line) => line.grossMinor)))
        expect(totals.discountMinor).toBe(sumMinor(totals.lines.map((line) => line.discountMinor)))
        expect(totals.taxMinor).toBe(sumMinor(totals.lines.map((line) => line.taxMinor)))
        expect(totals.taxMinor).toBe(sumMinor(totals.taxes.map((tax) => tax.taxMinor)))
        expect(totals.totalMinor).toBe(totals.subtotalMinor - totals.discountMinor + totals.taxMinor)
        for (const tax of totals.taxes) expect(tax.taxMinor).toBe(applyRatePpm(tax.baseMinor, tax.ratePpm))
        for (const [index, line] of totals.lines.entries()) {
          expect(line.netMinor).toBe(line.grossMinor - line.discountMinor)
          const off = line.taxMinor * 1_000_000n - line.netMinor * BigInt(list[index]?.taxPpm ?? 0)
          expect(off < 1_000_000n && off > -1_000_000n).toBe(true)
        }
      }),
      { numRuns: 10_000 },
    )
  })

  it('the order of lines never changes the total', () => {
    fc.assert(
      fc.property(lines, (list) => {
        const forward = computeInvoiceTotals(list)
        const backward = computeInvoiceTotals([...list].reverse())
        expect(backward.totalMinor).toBe(forward.totalMinor)
        expect(backward.taxMinor).toBe(forward.taxMinor)
      }),
    )
  })

  it('rounds each tax once on the sum, not line by line', () => {
    // Three lines of 0.17 at 8.875 %: line by line 3 x 0.02 = 0.06, on the sum 0.51 -> 0.045 -> 0.05.
    const cents = computeInvoiceTotals([1, 2, 3].map(() => aLine({ unitPriceMinor: 17n, taxPpm: 88_750 })))
    expect(cents.taxMinor).toBe(5n)
    // Ten lines of 0.04 at 10 %: line by line 0.00 each, on the sum 0.04.
    const small = computeInvoiceTotals(
      Array.from({ length: 10 }, () => aLine({ unitPriceMinor: 4n, taxPpm: 100_000 })),
    )
    expect(small.taxMinor).toBe(4n)
    expect(small.lines.map((line) => line.taxMinor)).toEqual([1n, 1n, 1n, 1n, 0n, 0n, 0n, 0n, 0n, 0n])
  })

  it('adds up an ordinary invoice', () => {
    const totals = computeInvoiceTotals([
      aLine({
        quantity: 25_000n,
        unitPriceMinor: 12_000n,
        discountPpm: 100_000,
        taxPpm: 88_750,
        taxName: 'Sales tax',
      }),
      aLine({ quantity: 10_000n, unitPriceMinor: 5_000n, taxPpm: 88_750, taxName: 'Sales tax' }),
      aLine({ quantity: 30_000n, unitPriceMinor: 999n }),
    ])
    expect(totals.lines.map((line) => line.grossMinor)).toEqual([30_000n, 5_000n, 2_997n])
    expect(totals.discountMinor).toBe(3_000n)
    expect(totals.taxes).toEqual([
      { name: 'Sales tax', ratePpm: 88_750, baseMinor: 32_000n, taxMinor: 2_840n },
    ])
    expect(totals.totalMinor).toBe(37_997n - 3_000n + 2_840n)
  })

  it('keeps taxes of one rate apart by name, and lists a named rate of zero', () => {
    const totals = computeInvoiceTotals([
      aLine({ taxPpm: 50_000, taxName: 'State' }),
      aLine({ taxPpm: 50_000, taxName: 'City' }),
      aLine({ taxPpm: 50_000, taxName: ' State ' }),
      aLine({ taxPpm: 0, taxName: 'Zero-rated' }),
      aLine({ taxPpm: 0 }),
      aLine({ taxPpm: 70_000 }),
    ])
    expect(totals.taxes.map((tax) => [tax.name, tax.taxMinor])).toEqual([
      ['State', 1_000n],
      ['City', 500n],
      ['Zero-rated', 0n],
      ['Tax', 700n],
    ])
  })

  it('accepts negative lines, and no lines', () => {
    const totals = computeInvoiceTotals([
      aLine({ taxPpm: 100_000 }),
      aLine({ quantity: -ONE_UNIT, unitPriceMinor: 2_505n, taxPpm: 100_000 }),
    ])
    expect(totals.totalMinor).toBe(7_495n + 750n)
    expect(totals.lines.map((line) => line.taxMinor)).toEqual([1_000n, -250n])
    expect(computeInvoiceTotals([])).toEqual({
      lines: [],
      subtotalMinor: 0n,
      discountMinor: 0n,
      taxMinor: 0n,
      taxes: [],
      totalMinor: 0n,
    })
  })
})
