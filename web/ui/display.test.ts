import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { axisSteps, shortFigure } from './chart-scale.ts'
import { initials } from './initials.ts'
import { splitMinor } from './money-split.ts'
import { moneyText } from './money-text.ts'
import { placeTip } from './tip-place.ts'
import { TIP_HIDE_MS, TIP_HOVER_HIDE_MS } from './tip-timing.ts'
import { rovingTarget } from './use-roving.ts'

describe('moneyText', () => {
  it('C-010 writes US style with or without the symbol', () => {
    expect(moneyText('1234.5', 'USD')).toBe('$1,234.50')
    expect(moneyText('1234.5', 'USD', false)).toBe('1,234.50')
    expect(moneyText('1200', 'JPY')).toBe('¥1,200')
  })
  it('leaves what is no amount as it is', () => {
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

it('an axis ends in a round figure above everything drawn', () => {
  expect(axisSteps(151_730)).toEqual([0, 50_000, 100_000, 150_000, 200_000])
  expect(axisSteps(90)).toEqual([0, 25, 50, 75, 100])
  expect(axisSteps(0)).toEqual([0, 1])
  expect([1500, 2_500_000, 40, 0].map(shortFigure)).toEqual(['1.5k', '2.5M', '40', '0'])
})

describe('placeTip', () => {
  const viewport = { width: 400, height: 300 }
  const tip = { width: 100, height: 40 }
  it('goes below, in the middle of its trigger', () => {
    expect(placeTip({ left: 150, top: 50, width: 60, height: 20 }, tip, viewport)).toEqual({
      left: 130,
      top: 78,
    })
  })
  it('goes above when there is no room below', () => {
    expect(placeTip({ left: 150, top: 260, width: 60, height: 20 }, tip, viewport)).toEqual({
      left: 130,
      top: 212,
    })
  })
  it('stays inside the sides', () => {
    expect(placeTip({ left: 0, top: 50, width: 20, height: 20 }, tip, viewport).left).toBe(8)
    expect(placeTip({ left: 380, top: 50, width: 20, height: 20 }, tip, viewport).left).toBe(292)
  })
})

it('C-017 a tip hides after 500 ms, after 4000 ms while pointed at', () => {
  expect([TIP_HIDE_MS, TIP_HOVER_HIDE_MS]).toEqual([500, 4000])
})

it('arrows, Home and End move among items and wrap', () => {
  expect(rovingTarget('ArrowRight', 2, 3)).toBe(0)
  expect(rovingTarget('ArrowUp', 0, 3)).toBe(2)
  expect(rovingTarget('End', 0, 3)).toBe(2)
  expect(rovingTarget('Home', 2, 3)).toBe(0)
  expect(rovingTarget('a', 0, 3)).toBeNull()
  expect(rovingTarget('ArrowDown', 0, 0)).toBeNull()
})

it('C-018 the breakpoints are those of the specification', () => {
  const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')
  const found = [...css.matchAll(/--breakpoint-(\w+): (\d+)px/g)].map(([, name, px]) => `${name} ${px}`)
  expect(found).toEqual(['xs 320', 'sm 576', 'md 768', 'lg 1024', 'xl 1200', '2xl 1400', '3xl 1600'])
})
