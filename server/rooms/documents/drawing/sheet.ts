import PDFDocument from 'pdfkit'
import { asDate } from '../../../platform/clock.ts'
import { type Fonts, loadFonts } from './fonts.ts'
import { printable } from './printable-text.ts'
import { COLORS, STYLES, type TextStyle } from './text-styles.ts'
import { wrapText } from './wrap-text.ts'

export type PaperSize = 'LETTER' | 'A4'

export interface SheetOptions {
  readonly size: PaperSize
  readonly title: string
  readonly author: string
  readonly createdMs: number
}

const MARGIN = { top: 50, side: 56, bottom: 52 }

type Structure = PDFKit.PDFStructureElement
type StructureOptions = PDFKit.Mixins.StructureElementOptions & {
  scope?: 'Column' | 'Row'
  bbox?: [left: number, top: number, right: number, bottom: number]
}

export interface TagInPieces {
  readonly structure: Structure
  piece(draw: () => void): void
  end(): void
}

/** pdfkit's document, with four of its habits changed. */
class TextDocument extends PDFDocument {
  // Declared only: pdfkit writes while it is constructed, before a field of ours would be set.
  declare pieces: Uint8Array[] | undefined
  declare operators: Map<PDFKit.PDFPage, string[]> | undefined

  /** It hands every small piece to a stream; here they are only collected. */
  override push(piece: Uint8Array | null): boolean {
    this.pieces ??= []
    if (piece) this.pieces.push(piece)
    return true
  }

  /** It turns every drawing operator into bytes on its own; a page's operators are kept as text until the page ends. */
  override addContent(operator: string): this {
    this.operators ??= new Map()
    const kept = this.operators.get(this.page)
    if (kept) kept.push(operator)
    else this.operators.set(this.page, [operator])
    return this
  }

  override flushPages(): void {
    for (const [page, operators] of this.operators ?? []) page.write(operators.join('\n'))
    this.operators?.clear()
    super.flushPages()
  }

  /** It measures each text again when it draws it. The sheet places every line itself and has measured it before. */
  override widthOfString(): number {
    return 0
  }

  /** It copies titles into XML as they are: an ampersand in a name would break the file's metadata. */
  override endMetadata(): void {
    const info: Record<string, unknown> = { ...this.info }
    for (const [key, value] of Object.entries(info))
      if (typeof value === 'string') info[key] = escapeXml(value)
    this.info = info as PDFKit.DocumentInfo
    super.endMetadata()
  }
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * A document being drawn from the top down: `y` is where the next thing goes, in points from the page's top.
 * Everything readable is tagged, in reading order; lines and repeated parts are artifacts.
 */
export class Sheet {
  readonly doc: TextDocument
  readonly left = MARGIN.side
  readonly right: number
  readonly top = MARGIN.top
  readonly bottom: number
  y = MARGIN.top
  private readonly fonts: Fonts = loadFonts()
  private parent: Structure
  private styleInUse: TextStyle | null = null

  constructor({ size, title, author, createdMs }: SheetOptions) {
    const doc = new TextDocument({
      size,
      margin: 0,
      font: '',
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang: 'en',
      bufferPages: true,
      info: {
        Title: printable(title, this.fonts.regular),
        Author: printable(author, this.fonts.regular),
        Creator: 'Quittance',
        Producer: 'Quittance',
        CreationDate: asDate(createdMs),
      },
    })
    this.doc = doc
    for (const [face, font] of Object.entries(this.fonts)) doc.registerFont(face, font as unknown as Buffer)
    this.right = doc.page.width - MARGIN.side
    this.bottom = doc.page.height - MARGIN.bottom
    this.parent = doc.struct('Document')
    doc.addStructure(this.parent)
  }

  get width(): number {
    return this.right - this.left
  }

  /** Whether so much height is left on the page. */
  fits(height: number): boolean {
    return this.y + height <= this.bottom
  }

  breakPage(): void {
    this.doc.addPage()
    this.styleInUse = null
    this.y = this.top
  }

  breakPageUnlessFits(height: number): void {
    if (!this.fits(height)) this.breakPage()
  }

  measure(text: string, style: TextStyle): number {
    const font = this.fonts[style.face]
    const shown = printable(text, font)
    const spacing = (style.letterSpacing ?? 0) * Math.max(0, [...shown].length - 1)
    return font.measure(shown, style.tabular ?? false) * style.size + spacing
  }

  wrap(text: string, style: TextStyle, maxWidth: number): string[] {
    const font = this.fonts[style.face]
    const measure = (piece: string) => font.measure(piece, style.tabular ?? false) * style.size
    return wrapText(printable(text, font), maxWidth, measure)
  }

  /** Draws one line whose line box begins at `y`; aligned right, `x` is its right edge. */
  text(x: number, y: number, text: string, style: TextStyle, align: 'left' | 'right' = 'left'): void {
    const font = this.fonts[style.face]
    const shown = printable(text, font).replaceAll('\n', ' ')
    const left = align === 'left' ? x : x - this.measure(shown, style)
    const content = ((font.ascent - font.descent) / font.unitsPerEm) * style.size
    const baseline = y + (style.lineHeight - content) / 2 + (font.ascent / font.unitsPerEm) * style.size
    this.setStyle(style)
    // A space ends every line, or readers that follow the tags would join its last word with the next line's first.
    this.doc.text(`${shown} `, left, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      characterSpacing: style.letterSpacing ?? 0,
      features: style.tabular ? TABULAR : PROPORTIONAL,
    })
  }

  /** Draws lines one below the other and returns the y below them. */
  lines(x: number, y: number, lines: readonly string[], style: TextStyle, align?: 'left' | 'right'): number {
    for (const [index, line] of lines.entries())
      this.text(x, y + index * style.lineHeight, line, style, align)
    return y + lines.length * style.lineHeight
  }

  rule(fromX: number, toX: number, y: number, color: string = COLORS.line, weight = 0.75): void {
    this.artifact(() => {
      this.doc.moveTo(fromX, y).lineTo(toX, y).lineWidth(weight).strokeColor(color).stroke()
    })
  }

  fillBox(x: number, y: number, size: { width: number; height: number }, color: string, radius = 0): void {
    this.artifact(() => {
      this.doc.roundedRect(x, y, size.width, size.height, radius).fillColor(color).fill()
    })
    this.styleInUse = null
  }

  /** An element that holds others, such as a table or a row. */
  group(type: string, body: () => void): void {
    const element = this.open(type)
    const outer = this.parent
    this.parent = element
    body()
    this.parent = outer
    element.end()
  }

  /** An element that holds what `draw` puts on the page. */
  tag(type: string, draw: (element: Structure) => void, options: StructureOptions = {}): void {
    const element = this.startTag(type, options)
    element.piece(() => draw(element.structure))
    element.end()
  }

  /** Begins an element that is drawn in pieces, on one page or several. */
  startTag(type: string, options: StructureOptions = {}): TagInPieces {
    const structure = this.open(type, options)
    return {
      structure,
      piece: (draw) => {
        const content = this.doc.markStructureContent(type)
        draw()
        this.doc.endMarkedContent()
        structure.add(content as unknown as PDFKit.PDFStructureElementChild)
      },
      end: () => structure.end(),
    }
  }

  /** What carries no meaning of its own, or is repeated. */
  artifact(draw: () => void): void {
    this.doc.markContent('Artifact')
    draw()
    this.doc.endMarkedContent()
  }

  /** Ends the document. Pages of a longer one get `footer` and their number. */
  finish(footer: string): Buffer {
    const { count } = this.doc.bufferedPageRange()
    for (let page = 0; page < count && count > 1; page++) {
      this.doc.switchToPage(page)
      this.styleInUse = null
      this.artifact(() => this.drawFooter(footer, `Page ${page + 1} of ${count}`))
    }
    this.parent.end()
    this.doc.end()
    return Buffer.concat(this.doc.pieces ?? [])
  }

  /** Lines of one style often follow each other; the page needs to be told only when it changes. */
  private setStyle(style: TextStyle): void {
    if (style === this.styleInUse) return
    this.doc.font(style.face).fontSize(style.size).fillColor(style.color)
    this.styleInUse = style
  }

  private drawFooter(footer: string, pageNumber: string): void {
    const y = this.doc.page.height - 36
    this.text(this.right, y, pageNumber, STYLES.foot, 'right')
    const [line = ''] = this.wrap(footer, STYLES.foot, this.width - 80)
    this.text(this.left, y, line, STYLES.foot)
  }

  private open(type: string, options: StructureOptions = {}): Structure {
    const element = this.doc.struct(type, options as PDFKit.Mixins.StructureElementOptions)
    this.parent.add(element)
    return element
  }
}

// The types know features as a list only; pdfkit hands them to the font as they are. Given any, it asks the font for
// the line as a whole instead of word by word.
const TABULAR = { tnum: true } as unknown as PDFKit.Mixins.OpenTypeFeatures[]
const PROPORTIONAL = {} as unknown as PDFKit.Mixins.OpenTypeFeatures[]
