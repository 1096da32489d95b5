import { expect, it } from 'vitest'
import { inFlightText } from './invoice-look.ts'

it.each([
  ['309.03', '0.00', null],
  ['309.03', '300.00', '$300.00 pending'],
  ['309.03', '309.03', 'Payment pending'],
  ['0.00', '0.00', null],
])(
  'shows the part of an invoice under way in the company’s list: of %s remaining, %s',
  (remaining, in_flight, text) => {
    expect(inFlightText({ remaining, in_flight, currency: 'USD' })).toBe(text)
  },
)
