import { AGING_BUCKETS, type AgingBucket } from '../../../../domain/invoices/aging.ts'
import type { Translator } from '../../../platform/languages/translate.ts'
import { CLOSING_HEIGHT, drawClosing } from './closing.ts'
import type { StatementPdf } from './document-contents.ts'
import { closeDocument, openDocument } from './document-sheet.ts'
import { type DocumentWriting, writingOf } from './document-writing.ts'
import { drawItemTable, type ItemTable } from './item-table.ts'
import { drawParties } from './letterhead.ts'
import { readableAccent } from './text-styles.ts'
import { drawTotals, type TotalRow, totalsHeight } from './totals.ts'

/** Draws a statement: the entries of a period or the open items at its end, the balance and its aging. */
export async function drawStatementPdf(data: StatementPdf): Promise<Buffer> {
  const writing = writingOf(data)
  const { t, date, full } = writing
  const kind = t('Statement')
  const sheet = await openDocument(kind, data, writing)
  drawParties(sheet, {
    label: t('Statement for'),
    customer: data.customer,
    facts: [
      { label: t('From', { context: 'first day of a period' }), value: date(data.from) },
      { label: t('To', { context: 'last day of a period' }), value: date(data.to) },
      {
        label: t('Kind', { context: 'of a statement' }),
        value: data.kind === 'open_item' ? t('Open items') : t('Balance forward'),
      },
      { label: t('Balance'), value: full(data.closingMinor), strong: true },
    ],
  })
  const totals = totalsOf(data, writing)
  const followedBy = totalsHeight(sheet, totals) + CLOSING_HEIGHT
  const table =
    data.kind === 'open_item' ? openItems(data, writing, followedBy) : entries(data, writing, followedBy)
  if (table.rows.length > 0) drawItemTable(sheet, table)
  drawTotals(sheet, totals)
  const link = data.payUrl
    ? { label: t('View and pay'), url: data.payUrl, color: readableAccent(data.company.accentColor) }
    : null
  drawClosing(sheet, { notes: data.notes, terms: null, link }, writing)
  return closeDocument(sheet, kind, data)
}

function entries(
  { lines, openingMinor, from }: StatementPdf,
  { t, date, bare }: DocumentWriting,
  followedBy: number,
): ItemTable {
  const opening = {
    main: t('Opening balance'),
    detail: date(from),
    cells: ['', bare(openingMinor)],
  }
  const rows = lines.map(({ description, bookedOn, amountMinor, balanceMinor }) => ({
    main: description,
    detail: date(bookedOn),
    cells: [bare(amountMinor), bare(balanceMinor)],
  }))
  return {
    mainLabel: t('Entry'),
    columns: [
      { label: t('Amount'), align: 'right' },
      { label: t('Balance'), align: 'right' },
    ],
    rows: [opening, ...rows],
    followedBy,
  }
}

function openItems(
  { openInvoices, openCredits, unappliedMinor }: StatementPdf,
  { t, date, bare }: DocumentWriting,
  followedBy: number,
): ItemTable {
  const invoices = openInvoices.map(({ number, date: issuedOn, dueDate, daysPastDue, remainingMinor }) => ({
    main: t('Invoice {number}', { number }),
    detail: date(issuedOn),
    cells: [
      dueDate === null ? '' : date(dueDate),
      daysPastDue > 0 ? `${daysPastDue}` : '',
      bare(remainingMinor),
    ],
  }))
  const credits = openCredits.map(({ number, isReceived, date: issuedOn, remainingMinor }) => ({
    main: isReceived ? number : t('Credit memo {number}', { number }),
    detail: date(issuedOn),
    cells: ['', '', bare(-remainingMinor)],
  }))
  const unapplied =
    unappliedMinor === 0n
      ? []
      : [{ main: t('Unapplied payments'), detail: '', cells: ['', '', bare(-unappliedMinor)] }]
  return {
    mainLabel: t('Open item'),
    columns: [
      { label: t('Due', { context: 'date of an amount' }), align: 'right' },
      { label: t('Days past due'), align: 'right' },
      { label: t('Remaining'), align: 'right' },
    ],
    rows: [...invoices, ...credits, ...unapplied],
    followedBy,
  }
}

function totalsOf({ closingMinor, aging, currency }: StatementPdf, { t, bare }: DocumentWriting): TotalRow[] {
  return [
    { label: t('Balance, {currency}', { currency }), value: bare(closingMinor), isSum: true },
    ...AGING_BUCKETS.filter((bucket) => aging[bucket] !== 0n).map((bucket) => ({
      label: agingLabel(bucket, t),
      value: bare(aging[bucket]),
    })),
  ]
}

function agingLabel(bucket: AgingBucket, t: Translator): string {
  switch (bucket) {
    case 'current':
      return t('Current', { context: 'not past due' })
    case 'days_30':
      return t('1 to 30 days past due')
    case 'days_60':
      return t('31 to 60 days past due')
    case 'days_90':
      return t('61 to 90 days past due')
    default:
      return t('Over 90 days past due')
  }
}
