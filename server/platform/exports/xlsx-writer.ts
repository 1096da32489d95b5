import type { ExportColumn, ExportValue, TableWriter } from './columns.ts'
import { sheetFoot, sheetHead, sheetRow } from './xlsx-sheet.ts'
import { ZipWriter } from './zip-writer.ts'

/** Excel's limit, the heading included. */
const ROWS_PER_SHEET = 1_048_576

/**
 * Writes an Excel workbook (Office Open XML, ECMA-376) while its rows arrive, so that memory stays flat. Texts are stored as
 * texts, so a spreadsheet never runs one as a formula. A list longer than a sheet continues on the next one.
 */
export class XlsxWriter implements TableWriter {
  private readonly zip = new ZipWriter()
  private readonly columns: readonly Pick<ExportColumn<never>, 'name' | 'kind'>[]
  private readonly sheetName: string
  private readonly rowsPerSheet: number
  private sheets = 0
  private rows = 0

  constructor(
    columns: readonly Pick<ExportColumn<never>, 'name' | 'kind'>[],
    sheetName: string,
    rowsPerSheet = ROWS_PER_SHEET,
  ) {
    this.columns = columns
    this.sheetName = sheetName
    this.rowsPerSheet = rowsPerSheet
  }

  async write(rows: readonly (readonly ExportValue[])[]): Promise<Uint8Array> {
    if (this.sheets === 0) await this.beginSheet()
    let xml = ''
    for (const row of rows) {
      if (this.rows === this.rowsPerSheet) {
        await this.zip.write(xml)
        xml = ''
        await this.endSheet()
        await this.beginSheet()
      }
      this.rows += 1
      xml += sheetRow(this.columns, row, this.rows)
    }
    await this.zip.write(xml)
    return this.zip.take()
  }

  async end(): Promise<Uint8Array> {
    if (this.sheets === 0) await this.beginSheet()
    await this.endSheet()
    for (const [path, xml] of this.otherParts()) {
      this.zip.begin(path)
      await this.zip.write(xml)
      await this.zip.finish()
    }
    this.zip.close()
    return this.zip.take()
  }

  private async beginSheet(): Promise<void> {
    this.sheets += 1
    this.rows = 1
    this.zip.begin(`xl/worksheets/sheet${this.sheets}.xml`)
    await this.zip.write(sheetHead(this.columns))
  }

  private async endSheet(): Promise<void> {
    await this.zip.write(sheetFoot(this.columns.length, this.rows))
    await this.zip.finish()
  }

  private otherParts(): [path: string, xml: string][] {
    const numbers = Array.from({ length: this.sheets }, (_, index) => index + 1)
    const nameOf = (number: number) => (number === 1 ? this.sheetName : `${this.sheetName} ${number}`)
    const sheets = numbers.map((n) => `<sheet name="${nameOf(n)}" sheetId="${n}" r:id="rId${n}"/>`)
    const related = numbers.map((n) => relationship(n, 'worksheet', `worksheets/sheet${n}.xml`))
    const overrides = numbers.map((n) => override(`xl/worksheets/sheet${n}.xml`, 'worksheet'))
    return [
      [
        'xl/workbook.xml',
        `${XML}<workbook ${MAIN} ${RELATIONS}><sheets>${sheets.join('')}</sheets></workbook>`,
      ],
      [
        'xl/_rels/workbook.xml.rels',
        relationships([...related, relationship(this.sheets + 1, 'styles', 'styles.xml')]),
      ],
      ['xl/styles.xml', STYLES],
      ['_rels/.rels', relationships([relationship(1, 'officeDocument', 'xl/workbook.xml')])],
      [
        '[Content_Types].xml',
        `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('xl/workbook.xml', 'sheet.main')}${override('xl/styles.xml', 'styles')}${overrides.join('')}</Types>`,
      ],
    ]
  }
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const RELATIONS = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

const override = (path: string, type: string): string =>
  `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`

const relationship = (number: number, type: string, target: string): string =>
  `<Relationship Id="rId${number}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`

const relationships = (all: readonly string[]): string =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`

/** Styles by their number: 0 text, 1 bold, 2 date, 3 to 6 amounts with 0, 2, 3 and 4 decimals. */
const STYLES = `${XML}<styleSheet ${MAIN}><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="#,##0.000"/><numFmt numFmtId="166" formatCode="#,##0.0000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">${[
  [0, 0],
  [0, 1],
  [164, 0],
  [3, 0],
  [4, 0],
  [165, 0],
  [166, 0],
]
  .map(
    ([format, font]) =>
      `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
  )
  .join('')}</cellXfs></styleSheet>`
