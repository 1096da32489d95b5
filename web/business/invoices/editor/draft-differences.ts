import { PAYMENT_TERM_LABELS } from '../../../../domain/dates/terms.ts'
import { depositText } from '../../../../domain/payments/deposit-to.ts'
import { isSome } from '../../../ui/text/money-text.ts'
import { compareTexts, type Difference, type Versions } from '../../layout/conflict/differences.ts'
import { type DraftValues, isBlankLine, type LineValues } from './draft-values.ts'

const FIELDS = ['customer', 'number', 'invoice_date', 'terms', 'due_date', 'deposit_to', 'notes'] as const

const LABELS: Readonly<Record<(typeof FIELDS)[number], string>> = {
  customer: 'Customer',
  number: 'Number',
  invoice_date: 'Invoice date',
  terms: 'Terms',
  due_date: 'Due date',
  deposit_to: 'Paid into',
  notes: 'Note to the customer',
}

type Words = (values: DraftValues) => string

const wordsOf = (showDate: (date: string) => string): Readonly<Record<keyof typeof LABELS, Words>> => ({
  customer: ({ customer }) => customer?.label ?? '',
  number: ({ number }) => number.trim(),
  invoice_date: ({ invoice_date }) => showDate(invoice_date),
  terms: ({ terms }) => PAYMENT_TERM_LABELS[terms],
  due_date: ({ due_date }) => showDate(due_date),
  deposit_to: ({ deposit_to }) => depositText(deposit_to),
  notes: ({ notes }) => notes.trim(),
})

/** Writes a line as one reads it: 'Cups, Case of 1,000: 2 × 59.00 −5% Sales tax 5.5%'. Empty for none. */
function lineText(line: LineValues | undefined): string {
  if (line === undefined || isBlankLine(line)) return ''
  const name = [line.description, line.detail].map((text) => text.trim()).filter((text) => text !== '')
  const discount = isSome(line.discount.trim() || '0') ? ` −${line.discount.trim()}%` : ''
  const tax = isSome(line.tax_rate.trim() || '0') ? ` ${line.tax_name} ${line.tax_rate.trim()}%` : ''
  return `${name.join(', ')}: ${line.quantity} × ${line.unit_price}${discount}${tax}`
}

const linesText = ({ lines }: DraftValues): string => lines.map(lineText).filter(Boolean).join('\n')

/** Returns the parts that somebody else changed, in the order of the form. */
export function draftDifferences(
  { read, now, mine }: Versions<DraftValues>,
  showDate: (date: string) => string,
): readonly Difference[] {
  const words = wordsOf(showDate)
  const compare = (label: string, write: Words) =>
    compareTexts(label, { read: write(read), now: write(now), mine: write(mine) })
  const longest = Math.max(read.lines.length, now.lines.length)
  return [
    ...FIELDS.flatMap((name) => compare(LABELS[name], words[name])),
    ...Array.from({ length: longest }, (_, at) =>
      compare(`Line ${at + 1}`, ({ lines }) => lineText(lines[at])),
    ).flat(),
  ]
}

/** Returns the invoice as it is now, with the parts that were changed here: the lines count as one part. */
export function keepMine({ read, now, mine }: Versions<DraftValues>): DraftValues {
  const words = wordsOf((date) => date)
  const changed = FIELDS.filter((name) => words[name](mine) !== words[name](read))
  const dates = ['terms', 'invoice_date', 'due_date'] as const
  // Terms and dates depend on one another.
  const kept = dates.some((name) => changed.includes(name)) ? [...changed, ...dates] : changed
  return {
    ...now,
    ...Object.fromEntries(kept.map((name) => [name, mine[name]])),
    lines: linesText(mine) === linesText(read) ? now.lines : mine.lines,
  }
}
