import { describe, expect, it } from 'vitest'
import {
  canMovePayment,
  canReconcilePayment,
  isInFlight,
  PAYMENT_MOVES,
  PAYMENT_STATUSES,
  PAYMENT_TYPES,
  paymentStatusText,
  paymentTypeText,
} from './payment-status.ts'

const LEGAL = new Set(
  [
    'input: waiting preauth confirmed rejected error',
    'waiting: preauth confirmed rejected error',
    'preauth: confirmed rejected error',
    'confirmed: refunded rejected',
    'error: input rejected',
  ].flatMap((line) => {
    const [from = '', to = ''] = line.split(': ')
    return to.split(' ').map((one) => `${from}>${one}`)
  }),
)

const pairs = PAYMENT_STATUSES.flatMap((from) => PAYMENT_STATUSES.map((to) => ({ from, to })))

describe('payment status', () => {
  it('knows the seven statuses', () => {
    expect([...PAYMENT_STATUSES].sort()).toEqual(
      ['waiting', 'preauth', 'confirmed', 'rejected', 'refunded', 'error', 'input'].sort(),
    )
    for (const status of PAYMENT_STATUSES) expect(paymentStatusText(status)).not.toBe('')
    expect(paymentStatusText('input'), 'its payer has still to confirm it').toBe('Not finished')
  })

  it('knows the three types', () => {
    expect(PAYMENT_TYPES).toEqual(['credit_card', 'e_check', 'paypal'])
    expect(PAYMENT_TYPES.map(paymentTypeText)).toEqual(['Credit card', 'E-check', 'PayPal'])
  })

  it('allows exactly the legal moves of all 49 pairs', () => {
    expect(pairs).toHaveLength(49)
    for (const { from, to } of pairs) expect(canMovePayment(from, to)).toBe(LEGAL.has(`${from}>${to}`))
  })

  it('the reconciler may also move error to any status, and nothing else', () => {
    for (const { from, to } of pairs) {
      const expected = LEGAL.has(`${from}>${to}`) || (from === 'error' && to !== 'error')
      expect(canReconcilePayment(from, to)).toBe(expected)
    }
  })

  it('rejected and refunded are final, and a final payment is not in flight', () => {
    const finals = PAYMENT_STATUSES.filter((status) => PAYMENT_MOVES[status].length === 0)
    expect(finals).toEqual(['rejected', 'refunded'])
    expect(PAYMENT_STATUSES.filter(isInFlight)).toEqual(['waiting', 'preauth', 'input'])
    for (const { from, to } of pairs)
      if (finals.includes(from)) expect(canReconcilePayment(from, to)).toBe(false)
  })
})
