import { dayNumber, isCalendarDate } from '../../../domain/dates/calendar.ts'
import type { ColumnKind, ExportColumn, ExportValue } from './columns.ts'

type Column = Pick<ExportColumn<never>, 'name' | 'kind'>

const WIDTHS: Readonly<Record<ColumnKind, number>> = { text: 24, date: 12, amount: 16, number: 12 }

/** The beginning of a sheet, with its heading, which stays in view, as row 1. */
export function sheetHead(columns: readonly Column[]): string {
  const widths = columns.map(
    ({ kind }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${WIDTHS[kind]}" customWidth="1"/>`,
  )
  const heading = columns.map(({ name }, index) => textCell(name, `${columnName(index)}1`, ' s="1"'))
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${heading.join('')}</row>`
}

/** The end of a sheet with this many columns and rows: its filter buttons. */
export const sheetFoot = (columns: number, rows: number): string =>
  `</sheetData><autoFilter ref="A1:${columnName(columns - 1)}${rows}"/></worksheet>`

/** One row. `number`: counted from 1, the heading. */
export function sheetRow(columns: readonly Column[], values: readonly ExportValue[], number: number): string {
  let cells = ''
  for (const [index, column] of columns.entries()) {
    const value = values[index]
    if (value !== null && value !== undefined && value !== '')
      cells += cell(column.kind, value, `${columnName(index)}${number}`)
  }
  return `<row r="${number}">${cells}</row>`
}

function cell(kind: ColumnKind, value: string | number, reference: string): string {
  const text = String(value)
  if (kind === 'date' && isSerial(text)) return numberCell(String(serialDay(text)), reference, ' s="2"')
  if (kind === 'number' && NUMBER.test(text)) return numberCell(text, reference, '')
  if (kind === 'amount' && isExact(text)) return numberCell(text, reference, ` s="${amountStyle(text)}"`)
  return textCell(text, reference, '')
}

const numberCell = (value: string, reference: string, style: string): string =>
  `<c r="${reference}"${style}><v>${value}</v></c>`

const textCell = (text: string, reference: string, style: string): string =>
  `<c r="${reference}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

/** Before March 1900 spreadsheets disagree about a date's number, so it stays text. */
const isSerial = (text: string): boolean => isCalendarDate(text) && text >= '1900-03-01'

const NUMBER = /^-?\d{1,15}(\.\d{1,9})?$/

/** Spreadsheets keep 15 significant digits. A longer amount stays exact as text. */
const isExact = (amount: string): boolean => NUMBER.test(amount) && amount.replace(/\D/g, '').length <= 15

const amountStyle = (amount: string): number => {
  const decimals = amount.includes('.') ? amount.length - amount.indexOf('.') - 1 : 0
  return decimals === 0 ? 3 : decimals <= 2 ? 4 : decimals === 3 ? 5 : 6
}

/** Days since 1899-12-30, as spreadsheets store dates. */
const serialDay = (date: string): number => dayNumber(date) + 25_569

/** A, B, … Z, AA, … */
function columnName(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnName(Math.floor(index / 26) - 1) + last
}

/** XML 1.0 has no way to write control characters, half surrogates and two more. */
const NOT_IN_XML = /[^\P{Cc}\t\n\r]|\p{Cs}|[\ufffe\uffff]/gu

const escapeXml = (text: string): string =>
  text
    .replace(NOT_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
