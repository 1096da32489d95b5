import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { nextFocusIndex } from '../overlay/roving-focus.ts'
import { initials } from './initials.ts'
import { splitMinor } from './money-split.ts'
import { moneyText } from './money-text.ts'

describe('moneyText', () => {
  it('formats US style with or without the symbol', () => {
    expect(moneyText('1234.5', 'USD')).toBe('$1,234.50')
    expect(moneyText('1234.5', 'USD', false)).toBe('1,234.50')
    expect(moneyText('1200', 'JPY')).toBe('¥1,200')
  })
  it('returns text that is no amount unchanged', () => {
    expect(moneyText('n/a', 'USD')).toBe('n/a')
  })
})

it.each([
  ['$184,236.40', '$184,236', '.40'],
  ['¥1,200', '¥1,200', ''],
  ['-$5.00', '-$5', '.00'],
])('splitMinor of %j', (text, head, minor) => {
  expect(splitMinor(text)).toEqual([head, minor])
})

it.each([
  ['Harbor & Pine', 'HP'],
  ['Dana Whitfield', 'DW'],
  ['Anna Maria de Souza', 'AS'],
  ['cobalt', 'C'],
  ['Émile Zola', 'ÉZ'],
  ['', ''],
])('initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected)
})

it('moves among items with arrows, Home and End, and wraps', () => {
  expect(nextFocusIndex('ArrowRight', 2, 3)).toBe(0)
  expect(nextFocusIndex('ArrowUp', 0, 3)).toBe(2)
  expect(nextFocusIndex('End', 0, 3)).toBe(2)
  expect(nextFocusIndex('Home', 2, 3)).toBe(0)
  expect(nextFocusIndex('a', 0, 3)).toBeNull()
  expect(nextFocusIndex('ArrowDown', 0, 0)).toBeNull()
})

it('uses the required breakpoints', () => {
  const css = readFileSync(new URL('../theme/theme.css', import.meta.url), 'utf8')
  const found = [...css.matchAll(/--breakpoint-(\w+): (\d+)px/g)].map(([, name, px]) => `${name} ${px}`)
  expect(found).toEqual(['xs 320', 'sm 576', 'md 768', 'lg 1024', 'xl 1200', '2xl 1400', '3xl 1600'])
})
