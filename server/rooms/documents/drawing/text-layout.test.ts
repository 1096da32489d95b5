import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { describe, expect, it } from 'vitest'
import { FACES } from './font-faces.ts'
import { loadFonts } from './fonts.ts'
import { GlyphSubset, openGlyphSource } from './glyph-subset.ts'
import { printable } from './printable-text.ts'
import type { ParsedFont } from './shape-text.ts'
import { COLORS, readableAccent } from './text-styles.ts'
import { wrapText } from './wrap-text.ts'

const { regular } = loadFonts()
const bytes = readFileSync(
  createRequire(import.meta.url).resolve(`@expo-google-fonts/inter/${FACES.regular}`),
)
const parsed = (
  new PDFDocument({ font: '', autoFirstPage: false }).font(bytes) as unknown as {
    _font: { font: ParsedFont }
  }
)._font.font

describe('wrapText', () => {
  const measure = (text: string) => text.length

  it('breaks at line breaks, then at spaces, then within words', () => {
    expect(wrapText('one two three', 7, measure)).toEqual(['one two', 'three'])
    expect(wrapText('a\n\nb\n', 7, measure)).toEqual(['a', '', 'b'])
    expect(wrapText('x abcdefghij y', 4, measure)).toEqual(['x ab', 'cdef', 'ghij', 'y'])
    expect(wrapText('see example.com/some-path', 12, measure)).toEqual(['see example.', 'com/some-', 'path'])
    expect(wrapText('', 7, measure)).toEqual([])
    expect(wrapText(' \n ', 7, measure)).toEqual([])
  })

  it('returns no line that is too wide and loses no character', () => {
    const text = fc.string({ unit: fc.constantFrom(...'abcW-/ .\n'), maxLength: 120 })
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 30 }), (given, width) => {
        const lines = wrapText(given, width, measure)
        for (const shown of lines) expect(shown.length).toBeLessThanOrEqual(width)
        expect(lines.join('').replace(/\s/g, '')).toBe(given.replace(/\s/g, ''))
      }),
    )
  })
})

describe('fonts', () => {
  it.each(['AVATAR To Yo, Wa. “T”', '1,345.20 −115.50', 'Ünïcödé Łódź кофе', 'e\u0301x', 'Total 2067'])(
    'measures %s as the font’s own layout does',
    (text) => {
      const width = parsed.layout(text, { calt: false }).advanceWidth / parsed.unitsPerEm
      expect(regular.measure(text, false)).toBeCloseTo(width, 6)
      const run = regular.layout(text)
      expect(run.advanceWidth / parsed.unitsPerEm).toBeCloseTo(width, 6)
    },
  )

  it('lays text out at its measured width, without substituting characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AVTo1.,-> xeé\u0301'), maxLength: 40 }), (text) => {
        const run = regular.layout(text)
        expect(regular.measure(text, false)).toBeCloseTo(run.advanceWidth / regular.unitsPerEm, 6)
      }),
    )
    expect(regular.layout('a->b').glyphs).toHaveLength(4)
  })

  it('gives all tabular digits one width', () => {
    const widths = [...'0123456789'].map((digit) => regular.measure(digit, true))
    expect(new Set(widths).size).toBe(1)
    expect(regular.measure('111.11', true)).toBe(regular.measure('888.88', true))
  })

  it('subsets a font to the requested glyphs and their components', () => {
    const source = openGlyphSource(bytes)
    const subset = new GlyphSubset(source)
    const ids = [...'Aéñ'].map((character) => parsed.glyphForCodePoint(character.codePointAt(0)!).id)
    const numbers = ids.map((id) => subset.includeGlyph(id))
    expect(numbers).toEqual([1, 2, 3])
    expect(subset.includeGlyph(ids[1]!)).toBe(2)
    const file = Buffer.from(subset.encode())
    const cut = openGlyphSource(file)
    expect(file.length).toBeLessThan(20_000)
    for (const [index, id] of ids.entries()) {
      const [whole, part] = [source.glyph(id), cut.glyph(numbers[index]!)]
      expect(cut.metrics(numbers[index]!)).toEqual(source.metrics(id))
      expect(part.parts).toHaveLength(whole.parts.length)
      for (const [at, { id: madeOf }] of whole.parts.entries()) {
        const original = source.glyph(madeOf).bytes
        expect(Buffer.from(cut.glyph(part.parts[at]!.id).bytes).subarray(0, original.length)).toEqual(
          Buffer.from(original),
        )
      }
    }
    expect(source.glyph(ids[1]!).parts.length).toBeGreaterThan(0)
  })
})

describe('printable', () => {
  it.each([
    ['plain', 'plain'],
    ['a\r\nb\tc\u0000d', 'a\nb c d'],
    ['e\u0301', 'é'],
    ['soft\u00adhyphen\u200b', 'softhyphen'],
    ['👍🏽 ok', '□ ok'],
    ['مرحبا', '□□□□□'],
    ['\ud800x', ' x'],
  ])('%j', (given, shown) => {
    expect(printable(given, regular)).toBe(shown)
  })
})

describe('readableAccent', () => {
  it.each([
    [null, COLORS.brand],
    ['#8A1C4B', '#8a1c4b'],
    // The lightest shade with 4.5:1 on every light surface: #807000 has only 4.46:1 on #f3f3ef.
    ['#ffe000', '#796a00'],
    ['red', COLORS.brand],
  ])('%s', (given, used) => {
    expect(readableAccent(given)).toBe(used)
  })
})
