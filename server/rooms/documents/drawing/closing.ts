import { linesOfWay, type OtherWay } from '../../../../domain/payments/bank-details.ts'
import type { DocumentWriting } from './document-writing.ts'
import type { Sheet } from './sheet.ts'
import { STYLES } from './text-styles.ts'

export interface Closing {
  readonly notes: string | null | undefined
  readonly terms: string | null | undefined
  readonly otherWays?: readonly OtherWay[]
  readonly link: { readonly label: string; readonly url: string; readonly color: string } | null
}

/** Minimum height of the closing, used to keep the totals on one page with it. */
export const CLOSING_HEIGHT = 64

/** Draws the part below the totals: notes and terms on the left, the payment link on the right. */
export function drawClosing(
  sheet: Sheet,
  { notes, terms, otherWays = [], link }: Closing,
  { language, t }: DocumentWriting,
): void {
  const noted = notes?.trim() ?? ''
  const termed = terms?.trim() ?? ''
  const address = link ? webAddress(link.url) : null
  if (noted === '' && termed === '' && !address && otherWays.length === 0) return
  sheet.breakPageUnlessFits(CLOSING_HEIGHT)
  sheet.y += 16
  sheet.rule(sheet.left, sheet.right, sheet.y)
  sheet.y += 14
  const width = address ? sheet.width * 0.62 : sheet.width * 0.8
  if (link && address) drawLink(sheet, { ...link, url: address })
  if (noted !== '') drawParagraph(sheet, noted, width)
  let isFirst = noted === ''
  const section = (title: string, text: string): void => {
    sheet.y += isFirst ? 0 : 10
    isFirst = false
    sheet.breakPageUnlessFits(40)
    sheet.tag('H2', () => sheet.text(sheet.left, sheet.y, title, STYLES.strong))
    sheet.y += STYLES.strong.lineHeight + 2
    drawParagraph(sheet, text, width)
  }
  for (const way of otherWays)
    section(
      t('Pay by {way}', { way: language === 'en' ? way.title.toLowerCase() : way.title }),
      linesOfWay(way).join('\n'),
    )
  if (termed !== '') section(t('Terms', { context: 'of sale' }), termed)
}

function drawLink(sheet: Sheet, link: { label: string; url: string; color: string }): void {
  const style = { ...STYLES.strong, color: link.color }
  const width = sheet.measure(link.label, style)
  const { y } = sheet
  sheet.tag('Link', (structure) => {
    sheet.text(sheet.right, y, link.label, style, 'right')
    // pdfkit's types lack the structure element of a link.
    const options = {
      structParent: structure,
      Contents: new String(link.label),
    } as unknown as PDFKit.Mixins.AnnotationOption
    sheet.doc.link(sheet.right - width, y, width, style.lineHeight, link.url, options)
  })
  sheet.rule(sheet.right - width, sheet.right, y + style.lineHeight - 0.5, link.color, 0.6)
}

/** Returns the address if it is http or https: a document must open nothing else. */
function webAddress(text: string): string | null {
  const url = URL.parse(text)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null
}

function drawParagraph(sheet: Sheet, text: string, width: number): void {
  const paragraph = sheet.startTag('P')
  let lines = sheet.wrap(text, STYLES.body, width)
  while (lines.length > 0) {
    const room = Math.floor((sheet.bottom - sheet.y) / STYLES.body.lineHeight)
    const shown = lines.slice(0, Math.max(1, room))
    paragraph.piece(() => {
      sheet.y = sheet.lines(sheet.left, sheet.y, shown, STYLES.body)
    })
    lines = lines.slice(shown.length)
    if (lines.length > 0) sheet.breakPage()
  }
  paragraph.end()
}
