import { expect, it } from 'vitest'
import { causeText } from './payment-text.ts'

it('tells causes in words, whatever a processor calls its events', () => {
  expect(causeText('started')).toBe('Payment started')
  expect(causeText('payment_intent.succeeded')).toBe('The processor sent an update')
  expect(causeText('charge.returned: R01')).toBe('The processor sent an update')
  expect(causeText('credit used')).toBe('Credit applied to an invoice')
  expect(causeText('by hand')).toBe('By hand')
})
