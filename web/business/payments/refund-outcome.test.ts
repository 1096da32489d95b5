import { describe, expect, it } from 'vitest'
import { refundOutcome } from './refund-outcome.ts'

const payment = {
  total_currency: 'USD',
  captured_amount: '509.53',
  refunded_amount: '0.00',
  surcharge: '7.53',
  unapplied_amount: '0.00',
  invoices: ['INV-1', 'INV-2'],
}

describe('refund outcome', () => {
  it('separates the surcharge from the amount that reopens invoices', () => {
    expect(refundOutcome(payment, 10_000n)).toBe(
      ', of which $1.48 is surcharge, and the invoices that it settled are open again by $98.52.',
    )
    expect(refundOutcome({ ...payment, refunded_amount: '100.00' }, 40_953n)).toBe(
      ', of which $6.05 is surcharge, and the invoices that it settled are open again by $403.48.',
    )
  })

  it('refunds unapplied credit first', () => {
    const plain = { ...payment, captured_amount: '100.00', surcharge: '0.00', unapplied_amount: '30.00' }
    expect(refundOutcome(plain, 2_000n)).toBe(', of which $20.00 is credit that was not used.')
    expect(refundOutcome(plain, 5_000n)).toBe(
      ', of which $30.00 is credit that was not used, and the invoices that it settled are open again by $20.00.',
    )
    expect(refundOutcome({ ...plain, unapplied_amount: '0.00' }, 5_000n)).toBe(
      ', and the invoices that it settled are open again by $50.00.',
    )
    expect(refundOutcome({ ...plain, unapplied_amount: '0.00', invoices: ['INV-1'] }, 5_000n)).toBe(
      ', and the invoice that it settled is open again by $50.00.',
    )
  })
})
