import fc from 'fast-check'
import { expect, it } from 'vitest'
import { brandOf, isExpired, passesCheckDigit } from './card.ts'

it('checks check digits, brands and expiry', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{11,18}$/), (body) => {
      const valid = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).filter(passesCheckDigit)
      expect(valid).toHaveLength(1)
    }),
  )
  const brands = [
    '4242424242424242',
    '5555555555554444',
    '2223003122003222',
    '378282246310005',
    '6011111111111117',
  ]
  expect(brands.map(brandOf)).toEqual(['Visa', 'Mastercard', 'Mastercard', 'American Express', 'Discover'])
  expect(brands.every(passesCheckDigit)).toBe(true)
  expect([brandOf('3566002020360505'), brandOf('30569309025904'), brandOf('9000000000000')]).toEqual([
    'JCB',
    'Diners Club',
    'Card',
  ])
  expect([
    isExpired(2026, 11, '2026-11-30'),
    isExpired(2026, 10, '2026-11-01'),
    isExpired(2027, 1, '2026-12-31'),
  ]).toEqual([false, true, false])
})
