import PDFDocument from 'pdfkit'
import { asDate } from '../clock.ts'
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

const MARGIN = { top: 54, side: 56, bottom: 60 }

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

/** pdfkit copies titles into XML as they are; without this, an ampersand in a name breaks the file's metadata. */
class TextDocument extends PDFDocument {
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
  readonly doc: PDFKit.PDFDocument
  readonly left = MARGIN.side
  readonly right: number
  readonly top = MARGIN.top
  readonly bottom: number
  y = MARGIN.top
  private readonly fonts: Fonts = loadFonts()
  private readonly chunks: Buffer[] = []
  private readonly ended: Promise<Buffer>
  private parent: Structure
  private lastFont = ''

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
    this.ended = new Promise((resolve, reject) => {
      doc.on('data', (chunk: Buffer) => this.chunks.push(chunk))
      doc.on('end', () => resolve(Buffer.concat(this.chunks)))
      doc.on('error', reject)
    })
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
    this.lastFont = ''
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

  /** Draws one line whose line box begins at `y`; aligned right, `x` is its right edge. Returns its width. */
  text(x: number, y: number, text: string, style: TextStyle, align: 'left' | 'right' = 'left'): number {
    const font = this.fonts[style.face]
    const shown = printable(text, font).replaceAll('\n', ' ')
    const width = this.measure(shown, style)
    const content = ((font.ascent - font.descent) / font.unitsPerEm) * style.size
    const baseline = y + (style.lineHeight - content) / 2 + (font.ascent / font.unitsPerEm) * style.size
    const key = `${style.face} ${style.size} ${style.color}`
    if (key !== this.lastFont) {
      this.doc.font(style.face).fontSize(style.size).fillColor(style.color)
      this.lastFont = key
    }
    this.doc.text(shown, align === 'left' ? x : x - width, baseline, {
      lineBreak: false,
      baseline: 'alphabetic',
      ...(style.letterSpacing ? { characterSpacing: style.letterSpacing } : {}),
      ...(style.tabular ? { features: TABULAR } : {}),
    })
    return width
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
    this.lastFont = ''
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
  async finish(footer: string): Promise<Buffer> {
    const { count } = this.doc.bufferedPageRange()
    for (let page = 0; page < count && count > 1; page++) {
      this.doc.switchToPage(page)
      this.lastFont = ''
      this.artifact(() => this.drawFooter(footer, `Page ${page + 1} of ${count}`))
    }
    this.parent.end()
    this.doc.end()
    return this.ended
  }

  private drawFooter(footer: string, pageNumber: string): void {
    const y = this.doc.page.height - 40
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

// The types know features as a list only; pdfkit hands them to the font as they are.
const TABULAR = { tnum: true } as unknown as PDFKit.Mixins.OpenTypeFeatures[]
