import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXPIRED_TEXT, expiryProblem, readExpiry, writeExpiry } from './card-expiry.ts'

describe('writing an expiry', () => {
  it.each([
    ['', ''],
    ['0', '0'],
    ['1', '1'],
    ['7', '07 / '],
    ['12', '12 / '],
    ['13', '01 / 3'],
    ['00', '0'],
    ['1/', '01 / '],
    ['12 / 2', '12 / 2'],
    ['12 / 20', '12 / 20'],
    ['12 / 202', '12 / 202'],
    ['12 / 2028', '12 / 28'],
    ['12 / 281', '12 / 28'],
    ['12/2028', '12 / 28'],
    ['1228', '12 / 28'],
    ['122028', '12 / 28'],
    [' 12 / 28 ', '12 / 28'],
    ['12-28', '12 / 28'],
    ['7/28', '07 / 28'],
    ['728', '07 / 28'],
    ['2028-12', '12 / 28'],
    ['13/28', '13 / 28'],
    ['MM / YY', ''],
  ])('turns %j into %j', (typed, written) => {
    expect(writeExpiry(typed)).toBe(written)
  })

  it('changes nothing when it is written again', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9 /.-]{0,12}$/), (typed) => {
        const written = writeExpiry(typed)
        expect(writeExpiry(written)).toBe(written)
      }),
    )
  })

  it('gives every month typed digit by digit, with a year of two or four digits', () => {
    for (let month = 1; month <= 12; month++)
      for (const year of ['28', '2028']) {
        let text = ''
        for (const digit of String(month).padStart(2, '0') + year) text = writeExpiry(text + digit)
        expect(readExpiry(text)).toEqual({ month: String(month).padStart(2, '0'), year: '2028' })
      }
  })
})

it('says what is wrong with an expiry', () => {
  const years = ['2026', '2027', '2035']
  expect(expiryProblem('12 / 28', years)).toBeNull()
  for (const text of ['12 / ', '1', '13 / 28', '12 / 202'])
    expect(expiryProblem(text, years)).toBe('Enter the month and year as MM / YY.')
  expect(expiryProblem('01 / 25', years)).toBe(EXPIRED_TEXT)
  expect(expiryProblem('01 / 36', years)).toBe('Check the year. Cards don’t stay valid that long.')
})
