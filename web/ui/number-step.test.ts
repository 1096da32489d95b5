import { expect, it } from 'vitest'
import { isNumeric, stepNumber } from './number-step.ts'

it.each(['0', '12', '-3', '+4'])('W-013 %j is a whole number', (text) => {
  expect(isNumeric(text, true)).toBe(true)
})
it.each(['1.5', '-0.25', '+2.', '.5', '7'])('W-013 %j is a decimal', (text) => {
  expect(isNumeric(text, false)).toBe(true)
})
it.each(['', '-', '1e3', 'abc', '1.2.3', '--1'])('W-013 %j is no number', (text) => {
  expect(isNumeric(text, false)).toBe(false)
})
it('W-013 a whole number takes no decimals', () => {
  expect(isNumeric('1.0', true)).toBe(false)
})

it('moves exactly, and stays within bounds', () => {
  expect(stepNumber('0.1', '0.2', 1)).toBe('0.3')
  expect(stepNumber('1', '1', -1)).toBe('0')
  expect(stepNumber('0', '1', -1)).toBe('-1')
  expect(stepNumber('-0.5', '0.25', 1)).toBe('-0.25')
  expect(stepNumber('', '1', 1)).toBe('1')
  expect(stepNumber('x', '1', 1)).toBe('1')
  expect(stepNumber('9.99', '0.01', 1)).toBe('10.00')
  expect(stepNumber('5', '1', 1, { max: '5' })).toBe('5')
  expect(stepNumber('0', '1', -1, { min: '0' })).toBe('0')
})
