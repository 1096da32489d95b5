import { describe, expect, it } from 'vitest'
import { refundOutcome } from './refund-outcome.ts'

const payment = {
  total_currency: 'USD',
  captured_amount: '509.53',
  refunded_amount: '0.00',
  surcharge: '7.53',
  unapplied_amount: '0.00',
  invoices: [{ number: 'INV-1' }, { number: 'INV-2' }],
}

describe('refund outcome', () => {
  it('separates the surcharge from the amount that reopens invoices', () => {
    expect(refundOutcome(payment, 10_000n)).toBe(
      ', including $1.48 of surcharge, and reopens $98.52 on its invoices.',
    )
    expect(refundOutcome({ ...payment, refunded_amount: '100.00' }, 40_953n)).toBe(
      ', including $6.05 of surcharge, and reopens $403.48 on its invoices.',
    )
  })

  it('refunds unapplied credit first', () => {
    const plain = { ...payment, captured_amount: '100.00', surcharge: '0.00', unapplied_amount: '30.00' }
    expect(refundOutcome(plain, 2_000n)).toBe(', including $20.00 of unapplied credit.')
    expect(refundOutcome(plain, 5_000n)).toBe(
      ', including $30.00 of unapplied credit, and reopens $20.00 on its invoices.',
    )
    expect(refundOutcome({ ...plain, unapplied_amount: '0.00' }, 5_000n)).toBe(
      ', and reopens $50.00 on its invoices.',
    )
    expect(
      refundOutcome({ ...plain, unapplied_amount: '0.00', invoices: [{ number: 'INV-1' }] }, 5_000n),
    ).toBe(', and reopens $50.00 on INV-1.')
  })
})
