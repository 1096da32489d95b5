import { describe, expect, it } from 'vitest'
import {
  cellOf,
  readAmount,
  readCurrency,
  readDate,
  readDecimal,
  readEmails,
  readPhone,
  readTerms,
  readText,
  readYesOrNo,
} from './read-cells.ts'

const formats = { dateOrder: 'DMY', decimalMark: 'auto' } as const
const value = (read: { ok: boolean; value?: unknown; error?: string }) => (read.ok ? read.value : read.error)

describe('cellOf', () => {
  it.each([
    ['  x\u00a0 ', 'x'],
    ['="00123"', '00123'],
    ['="say ""hi"""', 'say "hi"'],
    ['=1+1', '=1+1'],
    ['', ''],
  ])('%j', (cell, text) => {
    expect(cellOf([cell], { number: 0 }, 'number')).toBe(text)
  })

  it('is empty for a column that is not mapped or missing in a short row', () => {
    expect(cellOf(['x'], { number: null }, 'number')).toBe('')
    expect(cellOf(['x'], { number: 4 }, 'number')).toBe('')
  })
})

describe('readEmails', () => {
  it.each([
    ['A@X.test', ['a@x.test']],
    ['a@x.test, b@x.test; a@x.test', ['a@x.test', 'b@x.test']],
    ['Ann Bo <ann@x.test>; mailto:b@x.test', ['ann@x.test', 'b@x.test']],
    ['a@x.test b@x.test', ['a@x.test', 'b@x.test']],
    ['', []],
    ['nope', '‘nope’ isn’t an email address.'],
    ['a@x.test; nope@', '‘nope@’ isn’t an email address.'],
  ])('%s', (text, expected) => {
    expect(value(readEmails(text))).toEqual(expected)
  })
})

describe('readPhone', () => {
  it.each([
    ['(555) 123-4567', '(555) 123-4567'],
    ['555.123.4567', '(555) 123-4567'],
    ['+1 555 123 4567', '+1 555-123-4567'],
    ['+15551234567', '+1 555-123-4567'],
    ['+1 (555) 123-4567', '+1 555-123-4567'],
    ['+49 (0)40/123.456', '+49 40 123 456'],
    ['Tel: 040 123456', '040 123456'],
    ['555 – 0199', '555 0199'],
  ])('%s → %s', (text, expected) => {
    expect(value(readPhone(text))).toBe(expected)
  })

  it.each(['12345', 'call me', '555-123-4567 ext. 12', '12345678901234567'])('refuses %s', (text) => {
    expect(readPhone(text)).toEqual({ ok: false, error: expect.stringContaining('isn’t a phone number') })
  })
})

describe('readTerms', () => {
  it.each([
    ['Net 30', 'net_30'],
    ['net_30', 'net_30'],
    ['NET30', 'net_30'],
    ['N/45', 'net_45'],
    ['30 days', 'net_30'],
    ['14 Tage netto', 14],
    ['15 jours', 'net_15'],
    ['Net 20', 20],
    ['2% 10 Net 30', 'net_30'],
    ['Due on receipt', 'due_on_receipt'],
    ['Upon Receipt', 'due_on_receipt'],
    ['COD', 'due_on_receipt'],
    ['Sofort fällig', 'due_on_receipt'],
    ['0', 'due_on_receipt'],
    ['EOM', 'end_of_month'],
    ['End of next month', 'end_of_next_month'],
  ])('%s', (text, expected) => {
    const read = readTerms(text)
    expect(read.ok && (read.value.days ?? read.value.terms)).toBe(expected)
  })

  it('quotes unknown terms', () => {
    expect(value(readTerms('whenever'))).toContain('the terms ‘whenever’')
  })
})

describe('other cells', () => {
  it("reads dates in the file's order, and quotes an invalid value", () => {
    expect(value(readDate('03.04.2026', formats))).toBe('2026-04-03')
    expect(value(readDate('31/02/2026', formats))).toBe(
      '‘31/02/2026’ isn’t a real date, read as day, month, year.',
    )
    expect(value(readDate('soon', formats))).toContain('‘soon’ isn’t a date.')
  })

  it('reads amounts, and reports the kind of fault', () => {
    expect(value(readAmount('1.234,56', 'USD', formats))).toBe(123_456n)
    expect(value(readAmount('(1,234.56)', 'USD', formats))).toBe(-123_456n)
    expect(value(readAmount('1.234', 'USD', formats))).toContain('could mean two amounts')
    expect(value(readAmount('1.234', 'USD', { ...formats, decimalMark: 'comma' }))).toBe(123_400n)
    expect(value(readAmount('€ 5', 'USD', formats))).toBe('‘€ 5’ isn’t an amount in USD.')
    expect(value(readAmount('1.005', 'USD', { ...formats, decimalMark: 'point' }))).toContain(
      'more decimals than USD allows',
    )
    expect(value(readAmount('ten', 'USD', formats))).toBe('‘ten’ isn’t an amount.')
    expect(value(readAmount('999999999999999', 'USD', formats))).toContain('too large')
  })

  it('reads quantities and percentages as plain decimals', () => {
    expect(value(readDecimal('1.234,5', formats))).toBe('1234.5')
    expect(value(readDecimal('19 %', formats))).toBe('19')
    expect(value(readDecimal('-.5', formats))).toBe('-0.5')
    expect(value(readDecimal('-0', formats))).toBe('0')
    expect(value(readDecimal('1,5', { ...formats, decimalMark: 'point' }))).toBe('15')
    expect(value(readDecimal('a lot', formats))).toContain('isn’t a number')
  })

  it('reads currencies, yes and no', () => {
    expect(value(readCurrency('usd'))).toBe('USD')
    expect(value(readCurrency('EUR - Euro'))).toBe('EUR')
    expect(value(readCurrency('€'))).toBe('EUR')
    expect(value(readCurrency('Gold'))).toContain('isn’t a currency')
    expect(value(readYesOrNo('Not-active'))).toBe(false)
    expect(value(readYesOrNo('Aktiv'))).toBe(true)
    expect(value(readYesOrNo('maybe'))).toContain('isn’t yes or no')
  })

  it('refuses control characters', () => {
    expect(value(readText('a\u0001b', 10))).toBe('This text has a character that is not allowed.')
    expect(value(readText('a\tb\nc', 10))).toBe('a\tb\nc')
    expect(value(readText('abc', 2))).toBe('At most 2 characters.')
  })
})
