import { expect, it } from 'vitest'
import { formatAmount, sumMinor } from '../money/money.ts'
import { ONE_UNIT } from '../money/quantity.ts'
import { computeInvoiceTotals } from './invoice-totals.ts'
import { netSubtotal } from './net-subtotal.ts'

it('equals the sum of the lines’ amounts, and with the taxes the total', () => {
  const line = (unitPriceMinor: bigint, discountPpm: number, taxPpm: number) => ({
    quantity: 3n * ONE_UNIT,
    unitPriceMinor,
    discountPpm,
    taxPpm,
  })
  const totals = computeInvoiceTotals([
    line(10_001n, 103_300, 88_750),
    line(-500n, 0, 0),
    line(333n, 5_000, 0),
  ])
  const text = (minor: bigint): string => formatAmount(minor, 'USD')
  const shown = netSubtotal(text(totals.subtotalMinor), text(totals.discountMinor), 'USD')
  expect(shown).toBe(text(sumMinor(totals.lines.map((each) => each.netMinor))))
  expect(shown).toBe(text(totals.totalMinor - totals.taxMinor))
})

it('returns unparsable text unchanged', () => {
  expect(netSubtotal('n/a', '1.00', 'USD')).toBe('n/a')
  expect(netSubtotal('10', '3', 'JPY')).toBe('7')
})
