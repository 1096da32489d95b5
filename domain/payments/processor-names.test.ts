import { expect, it } from 'vitest'
import { processorName } from './processor-names.ts'

it('names every processor, and any other by its id', () => {
  const ids = ['sandbox', 'stripe_connect', 'paypal', 'paytrace', 'lawpay', 'quickbooks_payments', 'another']
  expect(ids.map(processorName)).toEqual([
    'Sandbox',
    'Stripe',
    'PayPal',
    'PayTrace',
    'LawPay',
    'QuickBooks Payments',
    'another',
  ])
})
