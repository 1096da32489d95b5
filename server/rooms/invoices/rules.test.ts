import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAmount, isAmountInRange, sumMinor } from '../../../domain/money/money.ts'
import { translateText } from '../../platform/languages/translate.ts'
import { refuseFields } from '../../platform/refusal.ts'
import {
  documentFileName,
  numberAfter,
  possibleWith,
  readDueDate,
  readLines,
  settledBy,
  statusText,
} from './rules.ts'
import { aLine } from './testing.ts'

const problemsOf = (fields: Parameters<typeof aLine>[0], currency = 'USD') => {
  const read = readLines([aLine(fields)], currency)
  return read.ok ? {} : refuseFields(read.problems).fields
}

describe('readLines', () => {
  it('reads lines exactly and totals quantity, discount and tax', () => {
    const read = readLines(
      [
        aLine({ quantity: '24', unit_price: '59.00', discount: '5', tax_name: 'Sales tax', tax_rate: '5.5' }),
        aLine({ quantity: '24', unit_price: '37.25', discount: '5', tax_name: 'Sales tax', tax_rate: '5.5' }),
        aLine({ quantity: '6', unit_price: '44.47', tax_name: 'Sales tax', tax_rate: '5.5' }),
        aLine({ quantity: '1', unit_price: '45' }),
      ],
      'USD',
    )
    expect(read).toMatchObject({
      ok: true,
      totals: { subtotalMinor: 262_182n, discountMinor: 11_550n, taxMinor: 13_537n, totalMinor: 264_169n },
    })
  })

  it.each([
    [{ quantity: '0' }, { 'lines.0.quantity': ['Enter a quantity greater than 0.'] }],
    [{ quantity: '-1' }, { 'lines.0.quantity': ['Enter a quantity greater than 0.'] }],
    [{ quantity: '1.23456' }, { 'lines.0.quantity': ['Enter a quantity with at most 4 decimals.'] }],
    [{ quantity: '1e9' }, { 'lines.0.quantity': ['Enter a valid number.'] }],
    [{ quantity: '99999999999999999999' }, { 'lines.0.quantity': ['This quantity is too large.'] }],
    [{ unit_price: '' }, { 'lines.0.unit_price': ['Enter a valid number.'] }],
    [{ unit_price: 'NaN' }, { 'lines.0.unit_price': ['Enter a valid number.'] }],
    [{ unit_price: '1,00' }, { 'lines.0.unit_price': ['Enter a valid number.'] }],
    [{ unit_price: '-0' }, { 'lines.0.unit_price': ['Enter a valid number.'] }],
    [{ unit_price: '0.001' }, { 'lines.0.unit_price': ['Enter an amount with at most 2 decimals.'] }],
    [{ unit_price: '9223372036854775808' }, { 'lines.0.unit_price': ['This amount is too large.'] }],
    [{ discount: '101' }, { 'lines.0.discount': ['Enter a percentage from 0 to 100.'] }],
    [{ discount: '-5' }, { 'lines.0.discount': ['Enter a percentage from 0 to 100.'] }],
    [{ tax_rate: '5.55555' }, { 'lines.0.tax_rate': ['Enter a percentage with at most 4 decimals.'] }],
    [{ tax_rate: 'five' }, { 'lines.0.tax_rate': ['Enter a valid number.'] }],
  ])('refuses %j beside its field', (fields, problems) => {
    expect(problemsOf(fields)).toEqual(problems)
  })

  it("uses the currency's own decimals: none in yen, three in dinars", () => {
    expect(problemsOf({ unit_price: '100.5' }, 'JPY')).toEqual({
      'lines.0.unit_price': ['Enter an amount without decimals.'],
    })
    expect(problemsOf({ unit_price: '100.555' }, 'KWD')).toEqual({})
  })

  it('accepts negative lines as long as the total is not negative', () => {
    const discounted = readLines([aLine(), aLine({ unit_price: '-250.00' })], 'USD')
    expect(discounted).toMatchObject({ ok: true, totals: { totalMinor: 100_000n } })
    expect(readLines([aLine({ unit_price: '-1' })], 'USD')).toEqual({
      ok: false,
      problems: { lines: ['The total can’t be below zero.'] },
    })
  })

  it('refuses lines and totals above the maximum amount', () => {
    expect(problemsOf({ quantity: '999999999', unit_price: '999999999' })).toEqual({
      'lines.0.unit_price': ['This line’s amount is too large.'],
    })
    const most = aLine({ unit_price: '999999999999.99' })
    expect(readLines([most, most], 'USD')).toEqual({
      ok: false,
      problems: { lines: ['The total of these lines is too large.'] },
    })
  })

  it('computes lines, taxes and total that agree to the last unit, for random input', () => {
    const percent = fc.integer({ min: 0, max: 1_000_000 }).map((ppm) => `${ppm / 10_000}`)
    const line = fc.record({
      quantity: fc
        .integer({ min: 1, max: 99_999_999 })
        .map((n) => `${Math.floor(n / 10_000)}.${String(n % 10_000).padStart(4, '0')}`),
      unit_price: fc.bigInt({ min: -50_000n, max: 10_000_000n }).map((minor) => formatAmount(minor, 'USD')),
      discount: percent,
      tax_rate: percent,
      tax_name: fc.constantFrom('', 'VAT', 'City'),
    })
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (given) => {
        const read = readLines(
          given.map((fields) => aLine(fields)),
          'USD',
        )
        if (!read.ok) return
        const { lines, totals } = read
        expect(sumMinor(lines.map((one) => one.netMinor))).toBe(totals.subtotalMinor - totals.discountMinor)
        expect(sumMinor(lines.map((one) => one.taxMinor))).toBe(totals.taxMinor)
        expect(totals.totalMinor).toBe(totals.subtotalMinor - totals.discountMinor + totals.taxMinor)
        expect(totals.totalMinor >= 0n && isAmountInRange(totals.totalMinor)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('readDueDate', () => {
  it('follows from the terms', () => {
    expect(readDueDate('2026-11-20', 'net_30', undefined)).toEqual({ ok: true, dueDate: '2026-12-20' })
    expect(readDueDate('2026-01-31', 'end_of_next_month', undefined)).toEqual({
      ok: true,
      dueDate: '2026-02-28',
    })
    expect(readDueDate('2026-11-20', 'net_30', '2026-12-20')).toEqual({ ok: true, dueDate: '2026-12-20' })
  })

  it('is given with custom terms, not before the invoice date, and must agree with other terms', () => {
    expect(readDueDate('2026-11-20', 'custom', '2026-11-20')).toEqual({ ok: true, dueDate: '2026-11-20' })
    expect(readDueDate('2026-11-20', 'custom', undefined)).toMatchObject({
      problems: { due_date: ['Enter a due date.'] },
    })
    expect(readDueDate('2026-11-20', 'custom', '2026-11-19')).toMatchObject({ ok: false })
    expect(readDueDate('2026-11-20', 'net_30', '2026-12-21')).toMatchObject({ ok: false })
    expect(readDueDate('2200-12-31', 'net_30', undefined)).toMatchObject({ ok: false })
  })
})

describe('possibleWith', () => {
  const balances = (more: Partial<Parameters<typeof possibleWith>[0]>) => ({
    keptHere: true,
    keptAfterMove: false,
    state: 'open' as const,
    totalMinor: 100n,
    chargedMinor: 100n,
    remainingMinor: 100n,
    reservedMinor: 0n,
    writtenOffMinor: 0n,
    ...more,
  })

  it('allows editing and voiding only while nothing is settled or in flight', () => {
    expect(possibleWith(balances({}))).toMatchObject({
      edit: true,
      void: true,
      write_off: true,
      remove: false,
    })
    expect(possibleWith(balances({ remainingMinor: 60n }))).toMatchObject({
      edit: false,
      void: false,
      write_off: true,
    })
    expect(possibleWith(balances({ reservedMinor: 1n }))).toMatchObject({
      edit: false,
      void: false,
      write_off: false,
    })
    expect(possibleWith(balances({ remainingMinor: 0n }))).toMatchObject({
      write_off: false,
      record_payment: false,
      send: true,
    })
  })

  it('refuses to send an empty draft and every action on a closed invoice', () => {
    const nothing = { chargedMinor: 0n, remainingMinor: 0n }
    expect(possibleWith(balances({ state: 'draft', totalMinor: 0n, ...nothing }))).toMatchObject({
      send: false,
      edit: true,
      remove: true,
    })
    expect(
      possibleWith(balances({ state: 'written_off', remainingMinor: 0n, writtenOffMinor: 100n })),
    ).toMatchObject({ undo_write_off: true, write_off: false, send: false })
    for (const state of ['void', 'written_off'] as const)
      expect(Object.values(possibleWith(balances({ state, remainingMinor: 0n })))).not.toContain(true)
  })
})

describe('possibleWith, for an invoice that is kept in an accounting platform', () => {
  it('allows sending and payments, and no change', () => {
    const open = { totalMinor: 100n, chargedMinor: 100n, remainingMinor: 60n, reservedMinor: 0n }
    expect(
      possibleWith({ state: 'open', ...open, writtenOffMinor: 40n, keptHere: false, keptAfterMove: false }),
    ).toEqual({
      edit: false,
      send: true,
      void: false,
      write_off: false,
      undo_write_off: false,
      remove: false,
      record_payment: true,
    })
  })
})

describe('texts and numbers', () => {
  it('name the status, giving precedence to what is owed', () => {
    const english = (...given: Parameters<typeof statusText>) => translateText('en', statusText(...given))
    expect(english('draft', 0n, 'USD', -30)).toBe('Draft')
    expect(english('void', 0n, 'USD', 3)).toBe('Void')
    expect(english('written_off', 0n, 'USD', 3)).toBe('Written off')
    expect(english('written_off', 500n, 'USD', 3)).toBe('Overdue by 3 days')
    expect(english('open', 1n, 'USD', 3)).toBe('Paid')
    expect(english('open', 500n, 'USD', 0)).toBe('Due in 0 days')
    expect(english('open', 500n, 'USD', 1)).toBe('Overdue by 1 day')
  })

  it('make a file name without path separators', () => {
    expect(documentFileName('Invoice', 'INV-1042')).toBe('Invoice INV-1042.pdf')
    expect(documentFileName('Invoice', '../2026/<1>')).toBe('Invoice ..-2026-1-.pdf')
  })

  it("extract the value of a number in the account's own format", () => {
    expect(numberAfter('INV-', 'inv-0042')).toBe(42n)
    expect(numberAfter('INV-', 'INV-42a')).toBeNull()
    expect(numberAfter('INV-', 'R-42')).toBeNull()
  })

  it('splits settled amounts by the kind of ledger entry', () => {
    const entry = (kind: string, amount_minor: bigint) => ({ source: 'ledger', kind, amount_minor })
    const history = [
      entry('invoice', 1000n),
      entry('payment', -600n),
      entry('refund', 100n),
      entry('unapplied_used', -50n),
      entry('credit_applied', -300n),
      entry('write_off', -200n),
      entry('write_off', -50n),
      entry('write_off_reversal', 50n),
      { source: 'mail', kind: 'payment', amount_minor: 5n },
    ]
    expect(settledBy(history)).toEqual({ paidMinor: 550n, creditedMinor: 300n, writtenOffMinor: 200n })
  })

  it('takes from the credit what the books took back beyond the payments', () => {
    const entry = (kind: string, amount_minor: bigint) => ({ source: 'ledger', kind, amount_minor })
    const history = [
      entry('invoice', 24_000n),
      entry('payment', -4_000n),
      entry('credit_applied', -1_000n),
      entry('payment_return', 5_000n),
    ]
    expect(settledBy(history)).toEqual({ paidMinor: 0n, creditedMinor: 0n, writtenOffMinor: 0n })
  })
})
