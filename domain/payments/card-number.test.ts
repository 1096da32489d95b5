import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  brandOf,
  CARD_NUMBER_TEXT,
  cardCodeProblem,
  cardDigits,
  cardNumberProblem,
  groupCardNumber,
  passesCheckDigit,
} from './card-number.ts'

it('accepts one check digit of ten', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{11,18}$/), (body) => {
      const valid = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).filter(passesCheckDigit)
      expect(valid).toHaveLength(1)
    }),
  )
})

it.each([
  ['4242424242424242', 'Visa'],
  ['5555555555554444', 'Mastercard'],
  ['2223003122003222', 'Mastercard'],
  ['378282246310005', 'American Express'],
  ['6011111111111117', 'Discover'],
  ['3566002020360505', 'JCB'],
  ['30569309025904', 'Diners Club'],
])('knows %s as %s', (number, brand) => {
  expect(brandOf(number)).toBe(brand)
  expect(cardNumberProblem(number)).toBeNull()
})

it('calls other cards just Card', () => {
  expect(brandOf('9000000000000')).toBe('Card')
})

describe('grouping a card number', () => {
  it.each([
    ['', ''],
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242-4242 4242 4242', '4242 4242 4242 4242'],
    [' 4242424242424242\n', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['3782822463100051', '3782 822463 10005'],
    ['Card 4242 4242 4242 4242, 12/28, 123', '4242 4242 4242 4242'],
    ['55555555555544441', '5555 5555 5555 4444'],
    ['6200000000000000003', '6200 0000 0000 0000 003'],
    ['no digits', ''],
  ])('turns %j into %j', (typed, grouped) => {
    expect(groupCardNumber(typed)).toBe(grouped)
  })

  it('keeps the digits and their order', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,13}$/), (digits) => {
        expect(groupCardNumber(digits).replaceAll(' ', '')).toBe(digits)
      }),
    )
  })
})

it('says what is wrong with a number and a code', () => {
  for (const number of ['4242 4242 4242 4241', '4242', '', '37828224631000', '4242 4242 4242 4242 4'])
    expect(cardNumberProblem(number)).toBe(CARD_NUMBER_TEXT)
  expect(cardDigits('4242-4242-4242-4242')).toBe('4242424242424242')
  expect(cardCodeProblem('123', '4242 4242')).toBeNull()
  expect(cardCodeProblem('1234', '')).toBeNull()
  expect(cardCodeProblem('123', '3782')).toBe('The security code of this card has 4 digits.')
  expect(cardCodeProblem('12', '4242')).toBe('This security code is not valid.')
})
