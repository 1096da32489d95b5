import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { ExportValue } from './columns.ts'
import { XlsxWriter } from './xlsx-writer.ts'

const COLUMNS = [
  { name: 'Number', kind: 'text' },
  { name: 'Due', kind: 'date' },
  { name: 'Total', kind: 'amount' },
  { name: 'Days', kind: 'number' },
] as const

async function write(batches: readonly (readonly ExportValue[])[][], rowsPerSheet?: number) {
  const writer = new XlsxWriter(COLUMNS, 'Invoices', rowsPerSheet)
  const parts: Uint8Array[] = []
  for (const rows of batches) parts.push(await writer.write(rows))
  parts.push(await writer.end())
  const files = unzipSync(Buffer.concat(parts))
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]))
}

/** Cells of a sheet as "A1 style=value". */
const cellsOf = (xml: string | undefined): string[] =>
  [
    ...(xml ?? '').matchAll(
      /<c r="([A-Z]+\d+)"(?: s="(\d)")?(?: t="inlineStr")?>(?:<v>|<is><t[^>]*>)([^<]*)/g,
    ),
  ].map(([, cell, style = '-', value]) => `${cell} ${style}=${value}`)

describe('an Excel workbook', () => {
  it('has its rows under a heading, with dates and amounts as numbers', async () => {
    const files = await write([
      [['INV-1', '2026-11-20', '1234.50', 3]],
      [
        ['INV-2', null, '-7', null],
        ['INV-3', '1900-02-28', '0.005', -1],
      ],
    ])
    expect(Object.keys(files).toSorted()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ])
    expect(cellsOf(files['xl/worksheets/sheet1.xml'])).toEqual([
      'A1 1=Number',
      'B1 1=Due',
      'C1 1=Total',
      'D1 1=Days',
      'A2 -=INV-1',
      'B2 2=46346',
      'C2 4=1234.50',
      'D2 -=3',
      'A3 -=INV-2',
      'C3 3=-7',
      'A4 -=INV-3',
      'B4 -=1900-02-28',
      'C4 5=0.005',
      'D4 -=-1',
    ])
    expect(files['xl/worksheets/sheet1.xml']).toContain('<autoFilter ref="A1:D4"/></worksheet>')
  })

  it('keeps texts as texts: formulas, markup, control characters', async () => {
    const rows = [
      ['=1+1', 'soon', 'a lot', '12.x'],
      ['<b>&"\u0007\ud800', null, null, null],
    ]
    const sheet = (await write([rows]))['xl/worksheets/sheet1.xml']
    expect(sheet).not.toContain('<f>')
    expect(cellsOf(sheet).slice(4)).toEqual([
      'A2 -==1+1',
      'B2 -=soon',
      'C2 -=a lot',
      'D2 -=12.x',
      'A3 -=&lt;b&gt;&amp;&quot;',
    ])
  })

  it('keeps an amount with more digits than spreadsheets hold exact', async () => {
    const sheet = (await write([[[null, null, '12345678901234.56', null]]]))['xl/worksheets/sheet1.xml']
    expect(sheet).toContain(
      '<c r="C2" t="inlineStr"><is><t xml:space="preserve">12345678901234.56</t></is></c>',
    )
  })

  it('continues on another sheet', async () => {
    const rows = Array.from({ length: 5 }, (_, index): ExportValue[] => [`INV-${index}`, null, null, null])
    const files = await write([rows], 3)
    const numbers = (sheet: number) =>
      cellsOf(files[`xl/worksheets/sheet${sheet}.xml`]).filter((cell) => cell.startsWith('A'))
    expect(numbers(1)).toEqual(['A1 1=Number', 'A2 -=INV-0', 'A3 -=INV-1'])
    expect(numbers(3)).toEqual(['A1 1=Number', 'A2 -=INV-4'])
    expect(files['xl/workbook.xml']).toContain('name="Invoices 3"')
  })

  it('of no rows has the heading', async () => {
    expect(cellsOf((await write([]))['xl/worksheets/sheet1.xml'])).toHaveLength(4)
  })
})
