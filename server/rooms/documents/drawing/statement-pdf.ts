import { formatDate } from '../../../../domain/dates/calendar.ts'
import { AGING_BUCKETS, AGING_DESCRIPTIONS } from '../../../../domain/invoices/aging.ts'
import { STATEMENT_KIND_NAMES } from '../../../../domain/statements/statement-kind.ts'
import { type Amounts, amountsOf } from './amounts.ts'
import { CLOSING_HEIGHT, drawClosing } from './closing.ts'
import type { StatementPdf } from './document-contents.ts'
import { closeDocument, openDocument } from './document-sheet.ts'
import { drawItemTable, type ItemTable } from './item-table.ts'
import { drawParties } from './letterhead.ts'
import { readableAccent } from './text-styles.ts'
import { drawTotals, type TotalRow, totalsHeight } from './totals.ts'

const KIND = 'Statement'

/** Draws a statement: the entries of a period or the open items at its end, the balance and its aging. */
export async function drawStatementPdf(data: StatementPdf): Promise<Buffer> {
  const amounts = amountsOf(data.currency)
  const sheet = await openDocument(KIND, data)
  drawParties(sheet, {
    label: 'Statement for',
    customer: data.customer,
    facts: [
      { label: 'From', value: formatDate(data.from, data.dateFormat) },
      { label: 'To', value: formatDate(data.to, data.dateFormat) },
      { label: 'Kind', value: STATEMENT_KIND_NAMES[data.kind] },
      { label: 'Balance', value: amounts.full(data.closingMinor), strong: true },
    ],
  })
  const totals = totalsOf(data, amounts)
  const followedBy = totalsHeight(sheet, totals) + CLOSING_HEIGHT
  const table =
    data.kind === 'open_item' ? openItems(data, amounts, followedBy) : entries(data, amounts, followedBy)
  if (table.rows.length > 0) drawItemTable(sheet, table)
  drawTotals(sheet, totals)
  const link = data.payUrl
    ? { label: 'View and pay', url: data.payUrl, color: readableAccent(data.company.accentColor) }
    : null
  drawClosing(sheet, { notes: data.notes, terms: null, link })
  return closeDocument(sheet, KIND, data)
}

function entries(
  { lines, openingMinor, from, dateFormat }: StatementPdf,
  amounts: Amounts,
  followedBy: number,
): ItemTable {
  const opening = {
    main: 'Opening balance',
    detail: formatDate(from, dateFormat),
    cells: ['', amounts.bare(openingMinor)],
  }
  const rows = lines.map(({ description, bookedOn, amountMinor, balanceMinor }) => ({
    main: description,
    detail: formatDate(bookedOn, dateFormat),
    cells: [amounts.bare(amountMinor), amounts.bare(balanceMinor)],
  }))
  return {
    mainLabel: 'Entry',
    columns: [
      { label: 'Amount', align: 'right' },
      { label: 'Balance', align: 'right' },
    ],
    rows: [opening, ...rows],
    followedBy,
  }
}

function openItems(
  { openInvoices, openCredits, unappliedMinor, dateFormat }: StatementPdf,
  amounts: Amounts,
  followedBy: number,
): ItemTable {
  const invoices = openInvoices.map(({ number, date, dueDate, daysPastDue, remainingMinor }) => ({
    main: `Invoice ${number}`,
    detail: formatDate(date, dateFormat),
    cells: [
      dueDate === null ? '' : formatDate(dueDate, dateFormat),
      daysPastDue > 0 ? `${daysPastDue}` : '',
      amounts.bare(remainingMinor),
    ],
  }))
  const credits = openCredits.map(({ number, date, remainingMinor }) => ({
    main: `Credit memo ${number}`,
    detail: formatDate(date, dateFormat),
    cells: ['', '', amounts.bare(-remainingMinor)],
  }))
  const unapplied =
    unappliedMinor === 0n
      ? []
      : [{ main: 'Unapplied payments', detail: '', cells: ['', '', amounts.bare(-unappliedMinor)] }]
  return {
    mainLabel: 'Open item',
    columns: [
      { label: 'Due', align: 'right' },
      { label: 'Days past due', align: 'right' },
      { label: 'Remaining', align: 'right' },
    ],
    rows: [...invoices, ...credits, ...unapplied],
    followedBy,
  }
}

function totalsOf({ closingMinor, aging, currency }: StatementPdf, amounts: Amounts): TotalRow[] {
  return [
    { label: `Balance, ${currency}`, value: amounts.bare(closingMinor), isSum: true },
    ...AGING_BUCKETS.filter((bucket) => aging[bucket] !== 0n).map((bucket) => ({
      label: AGING_DESCRIPTIONS[bucket],
      value: amounts.bare(aging[bucket]),
    })),
  ]
}
