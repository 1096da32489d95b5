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
  readonly language: string
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

/** pdfkit's document with four methods replaced. */
class TextDocument extends PDFDocument {
  // Declared without a value: pdfkit's constructor writes before field initializers run.
  declare pieces: Uint8Array[] | undefined
  declare operators: Map<PDFKit.PDFPage, string[]> | undefined

  /** Collects the pieces of the file; pdfkit pushes each one to a stream. */
  override push(piece: Uint8Array | null): boolean {
    this.pieces ??= []
    if (piece) this.pieces.push(piece)
    return true
  }

  /** Keeps a page's operators as text until the page ends; pdfkit converts each one to bytes. */
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

  /** Skips pdfkit's measuring of each text, because the sheet has measured and placed the line before. */
  override widthOfString(): number {
    return 0
  }

  /** Escapes titles in the XML metadata; pdfkit does not, so an ampersand in a name would break it. */
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
 * Draws a document from the top down. `y` is the position of the next element, in points from the page's top. Text is
 * tagged in reading order; rules and repeated parts are artifacts.
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

  constructor({ size, title, author, language, createdMs }: SheetOptions) {
    const doc = new TextDocument({
      size,
      margin: 0,
      font: '',
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang: language,
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

  /** Reports whether the page has `height` points left. */
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

  /** Draws one line whose line box begins at `y`. `x` is its right edge if it is aligned right, else its left edge. */
  text(x: number, y: number, text: string, style: TextStyle, align: 'left' | 'right' = 'left'): void {
    const font = this.fonts[style.face]
    const shown = printable(text, font).replaceAll('\n', ' ')
    const left = align === 'left' ? x : x - this.measure(shown, style)
    const content = ((font.ascent - font.descent) / font.unitsPerEm) * style.size
    const baseline = y + (style.lineHeight - content) / 2 + (font.ascent / font.unitsPerEm) * style.size
    this.setStyle(style)
    // Every line ends with a space, so that readers that follow the tags don't join the last word with the next line.
    this.doc.text(`${shown} `, left, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      characterSpacing: style.letterSpacing ?? 0,
      features: style.tabular ? TABULAR : PROPORTIONAL,
    })
  }

  /** Draws lines one below the other and returns the y position below them. */
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

  /** Adds a structure element that contains others, such as a table or a row. */
  group(type: string, body: () => void): void {
    const element = this.open(type)
    const outer = this.parent
    this.parent = element
    body()
    this.parent = outer
    element.end()
  }

  /** Adds a structure element with the content that `draw` draws. */
  tag(type: string, draw: (element: Structure) => void, options: StructureOptions = {}): void {
    const element = this.startTag(type, options)
    element.piece(() => draw(element.structure))
    element.end()
  }

  /** Begins a structure element that is drawn in pieces, on one or more pages. */
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

  /** Marks content that carries no meaning or is repeated, such as rules and footers. */
  artifact(draw: () => void): void {
    this.doc.markContent('Artifact')
    draw()
    this.doc.endMarkedContent()
  }

  /** Ends the document. If it has more than one page, each gets `footer` and its number. */
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

  /** Writes the style's operators only when the style changes. */
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

// pdfkit's types allow only a list of features, but it passes them to the font unchanged. With any features it lays out
// the line as a whole instead of word by word.
const TABULAR = { tnum: true } as unknown as PDFKit.Mixins.OpenTypeFeatures[]
const PROPORTIONAL = {} as unknown as PDFKit.Mixins.OpenTypeFeatures[]
