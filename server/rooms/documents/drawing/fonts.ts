import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import { openGlyphSource } from './glyph-subset.ts'
import { type ParsedFont, type ShapedFont, shapeQuickly } from './shape-text.ts'

export const FACES = {
  regular: '400Regular/Inter_400Regular.ttf',
  medium: '500Medium/Inter_500Medium.ttf',
  semibold: '600SemiBold/Inter_600SemiBold.ttf',
} as const
export type Face = keyof typeof FACES
export type Fonts = Readonly<Record<Face, ShapedFont>>

let loaded: Fonts | null = null

/** The three faces of Inter, read and parsed once for the life of the process. */
export function loadFonts(): Fonts {
  loaded ??= { regular: openFace('regular'), medium: openFace('medium'), semibold: openFace('semibold') }
  return loaded
}

function openFace(face: Face): ShapedFont {
  const file = createRequire(import.meta.url).resolve(`@expo-google-fonts/inter/${FACES[face]}`)
  const bytes = readFileSync(file)
  // pdfkit parses fonts itself and takes parsed ones, but hands none out: this reads the one it has just made.
  const opener = new PDFDocument({ font: '', autoFirstPage: false }).font(bytes)
  return shapeQuickly(
    (opener as unknown as { _font: { font: ParsedFont } })._font.font,
    openGlyphSource(bytes),
  )
}
