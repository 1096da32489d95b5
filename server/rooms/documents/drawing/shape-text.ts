import { type GlyphSource, GlyphSubset } from './glyph-subset.ts'

/** The used part of fontkit's parsed font, as pdfkit opens it. Lengths are in font units. */
export interface ParsedFont {
  readonly unitsPerEm: number
  readonly ascent: number
  readonly descent: number
  readonly capHeight: number
  hasGlyphForCodePoint(codePoint: number): boolean
  glyphForCodePoint(codePoint: number): Glyph
  layout(text: string, features?: Record<string, boolean>): GlyphRun
}

interface Glyph {
  readonly id: number
  readonly advanceWidth: number
  readonly codePoints: number[]
}

interface GlyphPosition {
  xAdvance: number
}

export interface GlyphRun {
  readonly glyphs: Glyph[]
  readonly positions: GlyphPosition[]
  readonly advanceWidth: number
}

/** A font with a fast `layout`, which can also measure text without laying it out. */
export interface ShapedFont extends ParsedFont {
  /** Width of one line at font size 1. With `tabular`, all digits have one width. */
  measure(text: string, tabular: boolean): number
}

/** Combining marks and joiners need the font's own layout; other text is laid out by advance width and kerning. */
const NEEDS_FULL_LAYOUT = /[\p{M}\u200c\u200d]/u
const MAX_PAIRS = 20_000
const CODE_POINTS = 0x110000

/**
 * Wraps a parsed font that documents share. Simple text is laid out from two caches, glyph by character and kerning by
 * pair, which is many times faster than the font's substitution rules and applies no contextual alternates (such as an
 * arrow for '->'). Subsets for embedding come from `source`.
 */
export function shapeQuickly(font: ParsedFont, source: GlyphSource): ShapedFont {
  const plain = makeTables(font, false)
  const tabular = makeTables(font, true)
  const tablesFor = (features: Record<string, boolean> | undefined) => (features?.tnum ? tabular : plain)
  return Object.create(font, {
    // pdfkit reads these for every line, and the font's getters look them up in its tables each time.
    unitsPerEm: { value: font.unitsPerEm },
    ascent: { value: font.ascent },
    descent: { value: font.descent },
    createSubset: { value: () => new GlyphSubset(source) },
    layout: {
      value: (text: string, features?: Record<string, boolean>): GlyphRun =>
        NEEDS_FULL_LAYOUT.test(text)
          ? font.layout(text, { ...features, calt: false })
          : layOut(text, tablesFor(features)),
    },
    measure: {
      value: (text: string, useTabular: boolean): number => {
        const tables = useTabular ? tabular : plain
        const units = NEEDS_FULL_LAYOUT.test(text)
          ? font.layout(text, { calt: false }).advanceWidth
          : measureUnits(text, tables)
        return units / font.unitsPerEm
      },
    },
  }) as ShapedFont
}

interface Tables {
  glyphOf(codePoint: number): Glyph
  kerning(left: number, right: number): number
}

function makeTables(font: ParsedFont, tabular: boolean): Tables {
  const features = tabular ? { tnum: true, calt: false } : { calt: false }
  const glyphs = new Map<number, Glyph>()
  const pairs = new Map<number, number>()
  return {
    glyphOf(codePoint) {
      const known = glyphs.get(codePoint)
      if (known) return known
      const run = font.layout(String.fromCodePoint(codePoint), features)
      const glyph = run.glyphs.length === 1 ? run.glyphs[0]! : font.glyphForCodePoint(codePoint)
      glyphs.set(codePoint, glyph)
      return glyph
    },
    kerning(left, right) {
      const key = left * CODE_POINTS + right
      const known = pairs.get(key)
      if (known !== undefined) return known
      const { glyphs: both, positions } = font.layout(String.fromCodePoint(left, right), features)
      const kern = both.length === 2 ? positions[0]!.xAdvance - both[0]!.advanceWidth : 0
      if (pairs.size >= MAX_PAIRS) pairs.clear()
      pairs.set(key, kern)
      return kern
    },
  }
}

function layOut(text: string, tables: Tables): GlyphRun {
  const glyphs: Glyph[] = []
  const positions: GlyphPosition[] = []
  let previous = -1
  for (const character of text) {
    const codePoint = character.codePointAt(0)!
    if (previous !== -1) positions[positions.length - 1]!.xAdvance += tables.kerning(previous, codePoint)
    const glyph = tables.glyphOf(codePoint)
    glyphs.push(glyph)
    // pdfkit reads missing offsets as 0.
    positions.push({ xAdvance: glyph.advanceWidth })
    previous = codePoint
  }
  return {
    glyphs,
    positions,
    // A getter, because pdfkit scales the positions in place before it reads this.
    get advanceWidth() {
      let sum = 0
      for (const position of positions) sum += position.xAdvance
      return sum
    },
  }
}

function measureUnits(text: string, tables: Tables): number {
  let units = 0
  let previous = -1
  for (const character of text) {
    const codePoint = character.codePointAt(0)!
    if (previous !== -1) units += tables.kerning(previous, codePoint)
    units += tables.glyphOf(codePoint).advanceWidth
    previous = codePoint
  }
  return units
}
