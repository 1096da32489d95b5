import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandRoles, contrast, readHex } from './brand-colors.ts'

describe('readHex', () => {
  it('reads long and short forms', () => {
    expect(readHex('#0e6553')).toEqual([14, 101, 83])
    expect(readHex('fff')).toEqual([255, 255, 255])
    expect(readHex('teal')).toBeNull()
    expect(readHex('#12345')).toBeNull()
  })
})

it('measures contrast as WCAG does', () => {
  expect(contrast('#ffffff', '#000000')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeGreaterThan(4.5)
  expect(contrast('#777777', '#ffffff')).toBeLessThan(4.5)
})

it('leaves a readable color unchanged', () => {
  expect(brandRoles('#0e6553')?.light.brand).toBe('#0e6553')
})

it('makes any color readable, as text and under text, in light and dark', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(channel, channel, channel, (red, green, blue) => {
      const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
      const roles = brandRoles(hex)
      for (const [theme, surfaces] of [
        [roles?.light, ['#ffffff', '#fafaf7', '#f3f3ef']],
        [roles?.dark, ['#15181c', '#0e1013', '#1b1f24']],
      ] as const) {
        if (!theme) throw new Error('no roles')
        for (const surface of [...surfaces, theme.tint]) {
          expect(contrast(theme.brand, surface)).toBeGreaterThanOrEqual(4.5)
        }
        expect(contrast(theme.on, theme.brand)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(theme.on, theme.strong)).toBeGreaterThanOrEqual(4.5)
      }
    }),
  )
})
