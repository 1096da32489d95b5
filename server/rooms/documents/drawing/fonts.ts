import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { FACES, type Face } from './font-faces.ts'
import { openGlyphSource } from './glyph-subset.ts'
import { type ParsedFont, type ShapedFont, shapeQuickly } from './shape-text.ts'

export type Fonts = Readonly<Record<Face, ShapedFont>>

let loaded: Fonts | null = null

/** Returns the three faces of Inter, which each process or thread reads and parses once. */
export function loadFonts(): Fonts {
  loaded ??= { regular: openFace('regular'), medium: openFace('medium'), semibold: openFace('semibold') }
  return loaded
}

function openFace(face: Face): ShapedFont {
  const file = createRequire(import.meta.url).resolve(`@expo-google-fonts/inter/${FACES[face]}`)
  const bytes = readFileSync(file)
  // pdfkit parses fonts itself and accepts parsed ones, but has no call that returns one: this reads its private field.
  const opener = new PDFDocument({ font: '', autoFirstPage: false }).font(bytes)
  return shapeQuickly(
    (opener as unknown as { _font: { font: ParsedFont } })._font.font,
    openGlyphSource(bytes),
  )
}
