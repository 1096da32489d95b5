import type { PdfCompany, PdfCustomer, PdfStamp } from './document-contents.ts'
import type { Logo } from './logo.ts'
import type { Sheet } from './sheet.ts'
import { COLORS, STYLES } from './text-styles.ts'

export interface Fact {
  readonly label: string
  readonly value: string
  readonly strong?: boolean
}

const LOGO = { height: 30, markWidth: 48, maxWidth: 190 }
const STAMP = { height: 15, paddingX: 6, gap: 6 }

/** Draws the top of a document: the issuer on the left, title and number on the right, and a rule below. */
export function drawLetterhead(
  sheet: Sheet,
  head: {
    company: PdfCompany
    title: string
    number: string
    stamp: PdfStamp | null
    logo: Logo | null
    logoOf: string
  },
): void {
  const rightWidth = sheet.width * 0.36
  const below = Math.max(
    drawTitle(sheet, head.title, head.number, head.stamp, rightWidth),
    drawCompany(sheet, head, sheet.width - rightWidth - 24),
  )
  sheet.y = below + 16
  sheet.rule(sheet.left, sheet.right, sheet.y)
  sheet.y += 16
}

function drawTitle(
  sheet: Sheet,
  title: string,
  number: string,
  stamp: PdfStamp | null,
  width: number,
): number {
  let y = sheet.y
  sheet.tag('H1', () => {
    sheet.text(sheet.right, y, title, STYLES.title, 'right')
    y += STYLES.title.lineHeight + 2
    y = sheet.lines(sheet.right, y, sheet.wrap(number, STYLES.number, width), STYLES.number, 'right')
  })
  return stamp ? drawStamp(sheet, stamp, y + STAMP.gap) : y
}

function drawStamp(sheet: Sheet, { text, tone }: PdfStamp, y: number): number {
  const [color, tint] =
    tone === 'paid'
      ? [COLORS.paid, COLORS.paidTint]
      : tone === 'overdue'
        ? [COLORS.overdue, COLORS.overdueTint]
        : [COLORS.quiet, COLORS.quietTint]
  const style = { ...STYLES.stamp, color }
  const [label = ''] = sheet.wrap(text, style, sheet.width * 0.3)
  const width = sheet.measure(label, style) + 2 * STAMP.paddingX
  sheet.fillBox(sheet.right - width, y, { width, height: STAMP.height }, tint, 4)
  sheet.tag('P', () => {
    sheet.text(sheet.right - STAMP.paddingX, y + (STAMP.height - style.lineHeight) / 2, label, style, 'right')
  })
  return y + STAMP.height
}

function drawCompany(
  sheet: Sheet,
  { company, logo, logoOf }: { company: PdfCompany; logo: Logo | null; logoOf: string },
  width: number,
): number {
  const name = drawLogo(sheet, logo, logoOf)
  let y = name.y
  sheet.tag('P', () => {
    const lines = sheet.wrap(company.name, STYLES.company, width - (name.x - sheet.left))
    y = sheet.lines(name.x, y, lines, STYLES.company)
  })
  y = Math.max(y, name.logoBottom) + 7
  const contact = [...company.addressLines, company.phone, company.email].filter(
    (line) => line && line.trim() !== '',
  )
  if (contact.length > 0)
    sheet.tag('P', () => {
      for (const line of contact)
        y = sheet.lines(sheet.left, y, sheet.wrap(line!, STYLES.body, width), STYLES.body)
    })
  return y
}

/** Draws a narrow logo beside the name and a wide one above it. Returns the name's position. */
function drawLogo(
  sheet: Sheet,
  logo: Logo | null,
  alt: string,
): { x: number; y: number; logoBottom: number } {
  if (!logo) return { x: sheet.left, y: sheet.y + 4, logoBottom: sheet.y }
  const scale = Math.min(LOGO.height / logo.height, LOGO.maxWidth / logo.width)
  const [width, height] = [logo.width * scale, logo.height * scale]
  const { left: x, y } = sheet
  sheet.tag('Figure', () => sheet.doc.image(Buffer.from(logo.png), x, y, { width, height }), {
    alt,
    bbox: [x, y, x + width, y + height],
  })
  const bottom = y + height
  if (width <= LOGO.markWidth)
    return { x: x + width + 10, y: y + (height - STYLES.company.lineHeight) / 2, logoBottom: bottom }
  return { x, y: bottom + 10, logoBottom: bottom }
}

/** Draws the customer on the left and the facts as label and value on the right. */
export function drawParties(
  sheet: Sheet,
  { label, customer, facts }: { label: string; customer: PdfCustomer; facts: readonly Fact[] },
): void {
  const valueWidth = Math.min(
    170,
    Math.max(...facts.map(({ value, strong }) => sheet.measure(value, valueStyle(strong)))),
  )
  const labelWidth = Math.max(...facts.map((fact) => sheet.measure(fact.label, STYLES.label)))
  const factsLeft = sheet.right - valueWidth - labelWidth - 28
  const below = Math.max(
    drawCustomer(sheet, label, customer, factsLeft - sheet.left - 24),
    drawFacts(sheet, facts, factsLeft, valueWidth),
  )
  sheet.y = below + 22
}

const valueStyle = (strong: boolean | undefined) => (strong ? STYLES.strong : STYLES.value)

function drawCustomer(sheet: Sheet, label: string, customer: PdfCustomer, width: number): number {
  let y = sheet.y
  const company = customer.companyName?.trim() || ''
  const [first, ...others] =
    company !== '' && company !== customer.name.trim() ? [company, customer.name] : [customer.name]
  sheet.tag('P', () => {
    sheet.text(sheet.left, y, label, STYLES.label)
    y = sheet.lines(
      sheet.left,
      y + STYLES.label.lineHeight,
      sheet.wrap(first!, STYLES.strong, width),
      STYLES.strong,
    )
    for (const line of [...others, ...customer.addressLines])
      y = sheet.lines(sheet.left, y, sheet.wrap(line, STYLES.body, width), STYLES.body)
  })
  return y
}

function drawFacts(sheet: Sheet, facts: readonly Fact[], left: number, valueWidth: number): number {
  let y = sheet.y
  for (const { label, value, strong } of facts)
    sheet.tag('P', () => {
      const style = valueStyle(strong)
      sheet.text(left, y, label, STYLES.label)
      y = sheet.lines(sheet.right, y, sheet.wrap(value, style, valueWidth), style, 'right') + 3
    })
  return y
}
