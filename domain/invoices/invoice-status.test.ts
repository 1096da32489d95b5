import { describe, expect, it } from 'vitest'
import { inFlightShare, invoiceStatusText, invoiceTone, isPayable, isUnpaid } from './invoice-status.ts'

describe('invoice status text', () => {
  it("shows 'Paid' when nothing remains", () => {
    expect(invoiceStatusText(0n, 'USD', 12)).toBe('Paid')
  })

  it("shows 'Due in N days', 0 on the day itself", () => {
    expect(invoiceStatusText(100n, 'USD', -5)).toBe('Due in 5 days')
    expect(invoiceStatusText(100n, 'USD', 0)).toBe('Due in 0 days')
  })

  it("shows 'Overdue by N days'", () => {
    expect(invoiceStatusText(100n, 'USD', 14)).toBe('Overdue by 14 days')
  })

  it("says 'day' for 1", () => {
    expect(invoiceStatusText(100n, 'USD', -1)).toBe('Due in 1 day')
    expect(invoiceStatusText(100n, 'USD', 1)).toBe('Overdue by 1 day')
  })

  it.each([
    ['USD', 1n, false],
    ['USD', 2n, true],
    ['USD', 0n, false],
    ['JPY', 0n, false],
    ['JPY', 1n, true],
    ['KWD', 10n, false],
    ['KWD', 11n, true],
    ['CLF', 100n, false],
    ['CLF', 101n, true],
    ['USD', -500n, false],
  ] as const)('%s with %s minor units remaining is unpaid: %s', (currency, remaining, unpaid) => {
    expect(isUnpaid(remaining, currency)).toBe(unpaid)
    expect(invoiceStatusText(remaining, currency, 3)).toBe(unpaid ? 'Overdue by 3 days' : 'Paid')
  })

  it('the Pay button shows above 0, even where the text says Paid', () => {
    expect(isPayable(1n)).toBe(true)
    expect(isPayable(0n)).toBe(false)
    expect(invoiceStatusText(1n, 'USD', 3)).toBe('Paid')
  })
})

describe('invoice tone', () => {
  it.each([
    [0n, 5, 'open', 'paid'],
    [500n, 1, 'open', 'overdue'],
    [500n, 0, 'open', 'soon'],
    [500n, -7, 'open', 'soon'],
    [500n, -8, 'open', 'open'],
    [500n, 5, 'draft', 'quiet'],
    [500n, 5, 'void', 'quiet'],
    [500n, 5, 'written_off', 'quiet'],
  ] as const)('%s remaining, %i days past due, %s: %s', (remaining, days, state, tone) => {
    expect(invoiceTone(remaining, 'USD', days, state)).toBe(tone)
  })
})

describe('payments under way', () => {
  it('cover nothing, a part, or all that remains', () => {
    expect([0n, 1n, 99n, 100n].map((minor) => inFlightShare(100n, minor))).toEqual([
      'nothing',
      'part',
      'part',
      'whole',
    ])
    expect(inFlightShare(0n, 0n)).toBe('nothing')
  })
})
