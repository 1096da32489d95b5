import { expect, it } from 'vitest'
import { whyNoPayLink } from './why-no-pay-link.ts'

const invoice = (number: string, more: object = {}) => ({
  number,
  state: 'open' as const,
  remaining: '10.00',
  currency: 'USD',
  customer: { pk: 'harbor', short_name: 'Harbor Foods' },
  ...more,
})
const one = invoice('INV-1')

it.each([
  ['one invoice', [one], null],
  ['several of a customer', [one, invoice('INV-2')], null],
  [
    'several customers',
    [one, invoice('INV-2', { customer: { pk: 'ferry', short_name: 'Ferry Cafe' } })],
    'For a pay link, select invoices of one customer.',
  ],
  ['a paid invoice', [one, invoice('INV-2', { remaining: '0.00' })], 'Nothing can be paid on INV-2.'],
  [
    'drafts and void invoices',
    [invoice('INV-1', { state: 'draft' }), invoice('INV-2', { state: 'void' }), invoice('INV-3')],
    'Nothing can be paid on 2 of these invoices.',
  ],
  [
    'two currencies',
    [one, invoice('INV-2', { currency: 'EUR' })],
    'For a pay link, select invoices in one currency.',
  ],
  [
    'more than a payment takes',
    Array.from({ length: 201 }, () => one),
    'One pay link takes at most 200 invoices.',
  ],
])('answers for %s', (_, invoices, reason) => {
  expect(whyNoPayLink(invoices)).toBe(reason)
})
