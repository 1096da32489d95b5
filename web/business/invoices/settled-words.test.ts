import { expect, it } from 'vitest'
import { settledWords, settlingPayment } from './settled-words.ts'

const account = { today: '2026-11-23', date_format: 'MDY', timezone: 'America/New_York' } as const
const visa = { type: 'credit_card', type_display: 'Credit card', method_display: 'Visa •••• 4242' }
const check = { type: 'check', type_display: 'Check', method_display: 'Check' }

type Invoice = Parameters<typeof settledWords>[0]
const event = (
  kind: Invoice['timeline'][number]['kind'],
  amount: string | null,
  link: string | null = null,
) => ({
  at: '2026-11-21T03:00:00.000Z',
  kind,
  text: '',
  amount,
  link,
})
const paid: Invoice = {
  state: 'open',
  currency: 'USD',
  total: '3814.81',
  remaining: '0.00',
  paid: '3814.81',
  credited: '0.00',
  written_off: '0.00',
  closed_at: null,
  closed_because: '',
  timeline: [event('viewed', null), event('payment', '3814.81', '/payment-processing/p-2')],
}

it('names the date and method of a paid invoice in the account’s time zone', () => {
  expect(settlingPayment(paid)).toBe('p-2')
  expect(settledWords(paid, account, visa)).toEqual({
    verb: 'Paid',
    amount: '3814.81',
    detail: 'on Nov 20 by Visa 4242',
    reason: '',
  })
  expect(settledWords(paid, account, check)?.detail).toBe('on Nov 20 by check')
  expect(settledWords(paid, account, null)?.detail).toBe('on Nov 20')
})

it('names the last of several payments, and distinguishes credit', () => {
  const parts = {
    ...paid,
    timeline: [event('payment', '814.81', '/payment-processing/p-3'), ...paid.timeline],
  }
  expect(settledWords(parts, account, visa)?.detail).toBe('on Nov 20, the last payment by Visa 4242')
  const credited: Invoice = {
    ...paid,
    paid: '3714.81',
    credited: '100.00',
    timeline: [event('credit', '100.00'), event('payment', '3714.81', '/payment-processing/p-2')],
  }
  expect(settlingPayment(credited)).toBeNull()
  expect(settledWords(credited, account, null)?.detail).toBe('on Nov 20, $3,714.81 paid, $100.00 credited')
})

it('omits the date of an invoice that was imported as paid', () => {
  expect(settledWords({ ...paid, timeline: [] }, account, null)?.detail).toBe('')
})

it('names the date and reason of a closed invoice', () => {
  const closed = { ...paid, paid: '0.00', closed_at: '2026-11-22T12:00:00.000Z', timeline: [] }
  expect(settledWords({ ...closed, state: 'void', closed_because: 'Ordered twice' }, account, null)).toEqual({
    verb: 'Voided',
    amount: '3814.81',
    detail: 'on Nov 22',
    reason: 'Ordered twice',
  })
  const written: Invoice = {
    ...closed,
    state: 'written_off',
    paid: '14.81',
    written_off: '3800.00',
  }
  expect(settledWords(written, account, null)).toMatchObject({
    verb: 'Written off',
    amount: '3800.00',
    detail: 'on Nov 22, $14.81 paid',
  })
})

it('returns null for a draft and for an invoice that is owed', () => {
  expect(settledWords({ ...paid, state: 'draft' }, account, null)).toBeNull()
  expect(settledWords({ ...paid, remaining: '1.00' }, account, null)).toBeNull()
  expect(settlingPayment({ ...paid, remaining: '1.00' })).toBeNull()
})
