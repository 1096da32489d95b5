import { describe, expect, it } from 'vitest'
import type { Text } from '../languages/msg.ts'
import { checkPercent, checkQuantity, checkUnitPrice } from './line-check.ts'

const textOf = (checked: { ok: true } | { ok: false; text: Text }): Text | null =>
  checked.ok ? null : checked.text

describe('a line as entered', () => {
  it.each([
    ['2.5', null],
    [' 1.0001 ', null],
    ['', 'Enter a valid number.'],
    ['two', 'Enter a valid number.'],
    ['0', 'Enter a quantity greater than 0.'],
    ['-1', 'Enter a quantity greater than 0.'],
    ['1.00001', 'Enter a quantity with at most 4 decimals.'],
    ['9999999999', 'This quantity is too large.'],
  ])('tells of the quantity %j what is wrong with it', (typed, text) => {
    expect(textOf(checkQuantity(typed))).toBe(text)
  })

  it.each([
    ['-12.34', 'USD', null],
    ['12.345', 'USD', 'Enter an amount with at most 2 decimals.'],
    ['12.5', 'JPY', 'Enter an amount without decimals.'],
    ['12.3456', 'KWD', 'Enter an amount with at most 3 decimals.'],
    ['1e3', 'USD', 'Enter a valid number.'],
    ['99999999999999', 'USD', 'This amount is too large.'],
  ])('tells of the price %j in %s what is wrong with it', (typed, currency, text) => {
    expect(textOf(checkUnitPrice(typed, currency))).toBe(text)
  })

  it.each([
    ['', null],
    ['8.875', null],
    ['100', null],
    ['101', 'Enter a percentage from 0 to 100.'],
    ['-1', 'Enter a percentage from 0 to 100.'],
    ['1.00001', 'Enter a percentage with at most 4 decimals.'],
    ['10 %', 'Enter a valid number.'],
  ])('tells of the percentage %j what is wrong with it', (typed, text) => {
    expect(textOf(checkPercent(typed))).toBe(text)
  })
})
