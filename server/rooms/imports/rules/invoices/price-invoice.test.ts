import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeInvoiceTotals } from '../../../../../domain/invoices/invoice-totals.ts'
import type { DraftLine, InvoiceDraft } from './invoice-draft.ts'
import { isPriced, priceInvoice } from './price-invoice.ts'

const formats = { dateOrder: 'MDY', decimalMark: 'point' } as const

const line = (fields: Partial<DraftLine>): DraftLine => ({
  description: '',
  detail: '',
  quantity: '',
  unitPrice: '',
  amount: '',
  discount: '',
  taxRate: '',
  taxAmount: '',
  ...fields,
})

const draft = (fields: Partial<InvoiceDraft>): InvoiceDraft => ({
  number: 'INV-1',
  customerName: 'Acme',
  customerEmail: '',
  invoiceDate: '2026-11-01',
  dueDate: null,
  terms: null,
  termDays: null,
  currency: null,
  total: '',
  amountPaid: '',
  balance: '',
  standing: 'open',
  notes: '',
  hasLines: false,
  lines: [],
  ...fields,
})

function price(fields: Partial<InvoiceDraft>, currency = 'USD') {
  const outcome = priceInvoice(draft(fields), currency, formats)
  if (!isPriced(outcome)) return outcome
  expect(computeInvoiceTotals(outcome.lines).totalMinor).toBe(outcome.totalMinor)
  return outcome
}

describe('priceInvoice without lines', () => {
  it('makes one line of the total', () => {
    expect(price({ total: '1,234.56' })).toMatchObject({
      totalMinor: 123_456n,
      paidMinor: 0n,
      lines: [{ description: '', quantity: 10_000n, unitPriceMinor: 123_456n, taxPpm: 0 }],
    })
  })

  it('separates the tax given in the file', () => {
    expect(
      price({ total: '119.00', lines: [line({ description: 'Work', taxAmount: '19.00' })] }),
    ).toMatchObject({
      totalMinor: 11_900n,
      lines: [{ description: 'Work', unitPriceMinor: 10_000n, taxPpm: 190_000 }],
    })
    expect(price({ total: '119.00', lines: [line({ taxRate: '19' })] })).toMatchObject({
      lines: [{ unitPriceMinor: 10_000n, taxPpm: 190_000 }],
    })
  })

  it('keeps the total to the minor unit, for any tax in the file', () => {
    const amount = fc.bigInt({ min: 2n, max: 10n ** 12n })
    fc.assert(
      fc.property(amount, fc.nat({ max: 1000 }), (total, share) => {
        const tax = (total * BigInt(share)) / 1001n
        const text = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`
        const outcome = price({ total: text(total), lines: [line({ taxAmount: text(tax) })] })
        expect(outcome).toMatchObject({ totalMinor: total })
      }),
    )
  })

  it.each([
    [{ total: '-5.00' }, { total: ['The total is negative. Issue a credit memo instead.'] }],
    [{ total: '(5.00)' }, { total: ['The total is negative. Issue a credit memo instead.'] }],
    [{ total: '0.00' }, { total: ['The total is 0, so nothing is owed.'] }],
    [{ total: 'much' }, { total: ['‘much’ isn’t an amount.'] }],
    [{ total: '5', amountPaid: '6' }, { amount_paid: ['The amount paid is more than the total of $5.00.'] }],
    [{ total: '5', amountPaid: '-1' }, { amount_paid: ['The amount paid is negative.'] }],
    [{ total: '5', balance: '6' }, { balance: ['The balance is more than the total of $5.00.'] }],
    [
      { total: '5', balance: '-1' },
      { balance: ['The balance is negative. Issue a credit memo for the rest.'] },
    ],
    [
      { total: '5', amountPaid: '4', balance: '3' },
      { balance: ['$4.00 paid and a balance of $3.00 add up to more than the total of $5.00.'] },
    ],
    [
      { total: '5', standing: 'part_paid' as const },
      { status: ['This invoice is partly paid. Add the amount paid or balance due.'] },
    ],
  ])('refuses %j', (fields, errors) => {
    expect(price(fields)).toEqual(errors)
  })

  it.each([
    [{ amountPaid: '20.00' }, 2000n],
    [{ balance: '80.00' }, 2000n],
    [{ balance: '0.00' }, 10_000n],
    [{ amountPaid: '10.00', balance: '80.00' }, 2000n],
    [{ standing: 'paid' as const }, 10_000n],
    [{ standing: 'paid' as const, balance: '30' }, 7000n],
    [{}, 0n],
  ])('computes what is paid of 100.00 from %j', (fields, paidMinor) => {
    expect(price({ total: '100.00', ...fields })).toMatchObject({ paidMinor })
  })
})

describe('priceInvoice with lines', () => {
  const lines = (...given: Partial<DraftLine>[]): Partial<InvoiceDraft> => ({
    hasLines: true,
    lines: given.map(line),
  })

  it('totals quantity, price, discount and tax', () => {
    const given = lines(
      { description: 'A', quantity: '2', unitPrice: '50.00', discount: '10', taxRate: '20' },
      { unitPrice: '1.005'.slice(0, 4) },
    )
    expect(price({ ...given, total: '109.00' })).toMatchObject({
      totalMinor: 10_900n,
      lines: [
        { discountPpm: 100_000, taxPpm: 200_000 },
        { description: '', unitPriceMinor: 100n },
      ],
    })
  })

  it('refuses lines that add up to another total', () => {
    expect(price({ ...lines({ unitPrice: '50.00' }, { unitPrice: '60.00' }), total: '120.00' })).toEqual({
      total: ['The lines add up to $110.00, not $120.00.'],
    })
  })

  it("uses a line's amount without a price, per unit when it divides evenly", () => {
    expect(
      price(lines({ quantity: '4', amount: '100.00' }, { quantity: '3', amount: '100.00' })),
    ).toMatchObject({
      totalMinor: 20_000n,
      lines: [
        { quantity: 40_000n, unitPriceMinor: 2500n },
        { quantity: 10_000n, unitPriceMinor: 10_000n },
      ],
    })
  })

  it('converts a negative quantity to a negative price, and a zero quantity to a zero price', () => {
    expect(
      price(
        lines(
          { unitPrice: '100.00' },
          { quantity: '-1', unitPrice: '30.00' },
          { quantity: '0', unitPrice: '9.00' },
        ),
      ),
    ).toMatchObject({
      totalMinor: 7000n,
      lines: [{}, { quantity: 10_000n, unitPriceMinor: -3000n }, { quantity: 10_000n, unitPriceMinor: 0n }],
    })
  })

  it('finds tax rates that produce the given tax, or adds the tax as a line', () => {
    expect(price({ ...lines({ unitPrice: '100.00', taxAmount: '8.88' }), total: '108.88' })).toMatchObject({
      lines: [{ taxPpm: 88_800 }],
    })
    expect(
      price({
        ...lines({ unitPrice: '10000.00', taxAmount: '888.33' }, { unitPrice: '1.00' }),
        total: '10889.33',
      }),
    ).toMatchObject({
      totalMinor: 1_088_933n,
      lines: [{ taxPpm: 0 }, {}, { description: 'Tax', unitPriceMinor: 88_833n }],
    })
  })

  it('makes one line of the total when no line has a price', () => {
    expect(price({ ...lines({ description: 'Work' }), total: '5.00' })).toMatchObject({
      lines: [{ description: 'Work', unitPriceMinor: 500n }],
    })
    expect(price(lines({ description: 'Work' }))).toEqual({ unit_price: ['This field is required.'] })
  })

  it.each([
    [{ quantity: '1.00001', unitPrice: '1' }, 'quantity'],
    [{ unitPrice: '1', discount: '150' }, 'discount'],
    [{ unitPrice: '1', taxRate: '-5' }, 'tax_rate'],
    [{ unitPrice: 'x' }, 'unit_price'],
    [{ amount: 'x' }, 'line_amount'],
    [{ unitPrice: '1', taxAmount: 'x' }, 'tax_amount'],
  ])('reports the fault of %j beside its column', (fields, target) => {
    expect(Object.keys(price(lines(fields)))).toEqual([target])
  })

  it("reads amounts in the customer's currency", () => {
    expect(price({ total: '1,234' }, 'JPY')).toMatchObject({ totalMinor: 1234n })
    expect(price({ total: '1.50' }, 'JPY')).toEqual({ total: ['‘1.50’ has more decimals than JPY allows.'] })
  })
})
