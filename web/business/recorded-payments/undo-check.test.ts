import { describe, expect, it } from 'vitest'
import { changeSince } from './undo-check.ts'

const recorded = {
  transaction_number: 'PAY-7',
  status: 'confirmed' as const,
  posted: false,
  refunded_amount: '0.00',
  unapplied_amount: '40.00',
  invoices: [
    { pk: 'one', settled: '100.00' },
    { pk: 'two', settled: '60.00' },
  ],
  refunds: [],
}
const CHANGED = 'PAY-7 changed after you recorded it. Open it to refund it.'

describe('undoing a recorded payment', () => {
  it('allows the undo while the payment is as it was recorded', () => {
    expect(changeSince(recorded, { ...recorded, invoices: recorded.invoices.toReversed() })).toBeNull()
  })

  it('names a payment that was already refunded', () => {
    const refunded = { ...recorded, status: 'refunded' as const, refunded_amount: '200.00', refunds: [{}] }
    expect(changeSince(recorded, refunded)).toBe('PAY-7 was already refunded. Nothing else changed.')
  })

  it.each([
    ['a part was refunded', { refunded_amount: '50.00', refunds: [{}] }],
    ['a refund is under way', { refunds: [{}] }],
    ['it was reconciled', { posted: true }],
    [
      'its credit settled another invoice',
      { unapplied_amount: '0.00', invoices: [...recorded.invoices, { pk: 'three', settled: '40.00' }] },
    ],
  ])('is refused once %s', (_, change) => {
    expect(changeSince(recorded, { ...recorded, ...change })).toBe(CHANGED)
  })
})
