import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sizeOf } from '../../../proof/ring.ts'
import { CsvProblem } from './csv-problem.ts'
import { CSV_LIMITS, type CsvRow, openCsv } from './read-csv.ts'
import { writeCsv } from './write-csv.ts'

async function readAll(bytes: Buffer | string, maxRows?: number) {
  const file = openCsv(Buffer.from(bytes), maxRows === undefined ? {} : { maxRows })
  const rows: CsvRow[] = []
  for await (const row of file.rows()) rows.push(row)
  return { ...file, rows }
}

const cellsOf = (rows: readonly CsvRow[]) => rows.map((row) => row.cells)

async function problemOf(bytes: Buffer | string, maxRows?: number): Promise<CsvProblem> {
  try {
    await readAll(bytes, maxRows)
  } catch (error) {
    if (error instanceof CsvProblem) return error
    throw error
  }
  throw new Error('was read without a problem')
}

describe('delimiters', () => {
  it.each([
    [',', 'Name,City,Total\nAda,Rome,1.5\nBo,Oslo,2\n'],
    [';', 'Name;City;Total\nAda;Rome;1.234,56\nBo, Inc.;Oslo;2,00\n'],
    ['\t', 'Name\tCity\tTotal\nAda, Inc.\tRome, IT\t1,5\nBo\tOslo, NO\t2,0\n'],
    ['|', 'Name|City|Total\nAda|Rome, IT; old town|1,5\nBo|Oslo|2\n'],
  ])('guesses %j', async (delimiter, text) => {
    const file = await readAll(text)
    expect(file.delimiter).toBe(delimiter)
    expect(file.columns).toEqual(['Name', 'City', 'Total'])
    expect(file.rows).toHaveLength(2)
  })

  it('does not count delimiters within quotes', async () => {
    const file = await readAll('Name;Note\n"a, b, c";"x, y"\n"d, e, f";"1\n2, 3"\n')
    expect(file.delimiter).toBe(';')
    expect(cellsOf(file.rows)).toEqual([
      ['a, b, c', 'x, y'],
      ['d, e, f', '1\n2, 3'],
    ])
  })

  it('reads a single column', async () => {
    const file = await readAll('Email\na@example.test\nb@example.test')
    expect(file.columns).toEqual(['Email'])
    expect(cellsOf(file.rows)).toEqual([['a@example.test'], ['b@example.test']])
  })

  it('reads the sep= line of Excel and does not count it as a row', async () => {
    const file = await readAll('sep=;\r\na,x;b\r\n1;2\r\n')
    expect(file.columns).toEqual(['a,x', 'b'])
    expect(file.rows).toEqual([{ rowNumber: 2, cells: ['1', '2'], ragged: null }])
  })
})

describe('encodings', () => {
  const text = 'Kunde;Betrag\nMüller & Söhne – Zürich;12,50 €\n'
  const windows1252 = Buffer.from(text.replace('–', '\u0096').replace('€', '\u0080'), 'latin1')
  const utf16le = Buffer.from(text, 'utf16le')
  it.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\ufeff${text}`)],
    ['windows-1252', windows1252],
    ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['utf-16le', utf16le],
    ['utf-16be', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['utf-16be', Buffer.from(utf16le).swap16()],
  ])('reads %s', async (encoding, bytes) => {
    const file = await readAll(bytes)
    expect(file.encoding).toBe(encoding)
    expect(file.columns).toEqual(['Kunde', 'Betrag'])
    expect(cellsOf(file.rows)).toEqual([['Müller & Söhne – Zürich', '12,50 €']])
  })

  it('keeps characters whole across chunk borders', async () => {
    const line = 'Zoë — ünïcödé ✓ 東京;1\n'
    for (const bytes of [Buffer.from, (t: string) => Buffer.from(`\ufeff${t}`, 'utf16le')].map((f) =>
      f(`a;b\n${line.repeat(9000)}`),
    )) {
      const file = await readAll(bytes)
      expect(file.rows).toHaveLength(9000)
      expect(new Set(file.rows.map((row) => row.cells[0]))).toEqual(new Set(['Zoë — ünïcödé ✓ 東京']))
    }
  })
})

describe('what people do to files', () => {
  it('reads LF, CRLF, CR and a mixture', async () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(cellsOf((await readAll(['a,b', '1,2', '3,4', ''].join(end))).rows)).toEqual([
        ['1', '2'],
        ['3', '4'],
      ])
    expect((await readAll('a,b\r\n1,2\n3,4\r5,6')).rows).toHaveLength(3)
  })

  it('numbers rows as a spreadsheet does: blank rows count, line breaks in quotes do not', async () => {
    const file = await readAll('a,b\n\n"line\r\nbreak",2\n  , \n,,,\n3,4\n\n')
    expect(file.rows).toEqual([
      { rowNumber: 3, cells: ['line\r\nbreak', '2'], ragged: null },
      { rowNumber: 6, cells: ['3', '4'], ragged: null },
    ])
  })

  it('reports ragged rows and reads their cells', async () => {
    const { rows } = await readAll('a,b,c\n1\n1,2,3\nSmith, John,2,3\n1,2,3,,\n')
    expect(rows.map((row) => [row.cells, row.ragged?.kind, row.ragged?.count])).toEqual([
      [['1', '', ''], 'short', 2],
      [['1', '2', '3'], undefined, undefined],
      [['Smith', ' John', '2'], 'long', 1],
      [['1', '2', '3'], undefined, undefined],
    ])
    expect(rows[2]!.ragged!.reason).toBe(
      'This row has 4 cells, the header has 3. Put cells that contain the delimiter in quotation marks.',
    )
  })

  it('makes column names distinct', async () => {
    const file = await readAll(' Name ,,Amount,amount,"Due\n date",\nx,1,2,3,4,5\n')
    expect(file.columns).toEqual(['Name', 'Column 2', 'Amount', 'amount (2)', 'Due date', 'Column 6'])
  })

  it('drops empty nameless columns on the right', async () => {
    const file = await readAll(`a,b${','.repeat(16_382)}\n1,2${','.repeat(16_382)}\n`)
    expect(file.columns).toEqual(['a', 'b'])
    expect(file.rows[0]!.ragged).toBeNull()
  })

  it('skips title lines above the header', async () => {
    const file = await readAll(
      'Customer list\nPrinted;Nov 20\n\nNo;Name;City;Phone;Email;Terms\n1;Ada;Rome;1;a@b.test;30\n',
    )
    expect(file.columns[1]).toBe('Name')
    expect(file.rows).toEqual([
      { rowNumber: 5, cells: ['1', 'Ada', 'Rome', '1', 'a@b.test', '30'], ragged: null },
    ])
  })

  it('keeps stray quotation marks within a cell', async () => {
    const { rows } = await readAll('item,n\n5" pipe,1\n"Acme ""The Best"" Inc",2\n"Acme "The Best" Inc",3\n')
    expect(rows.map((row) => row.cells[0])).toEqual([
      '5" pipe',
      'Acme "The Best" Inc',
      '"Acme "The Best" Inc"',
    ])
  })

  it('can be read twice and left before the end', async () => {
    const file = openCsv(Buffer.from(`a\n${'1\n'.repeat(50_000)}`))
    for await (const row of file.rows()) if (row.rowNumber > 10) break
    let rows = 0
    for await (const _ of file.rows()) rows++
    expect(rows).toBe(50_000)
  })
})

describe('files that are not CSV', () => {
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(300, 7)])
  it.each([
    ['an Excel workbook', zip],
    ['an old Excel workbook', Buffer.from('d0cf11e0a1b11ae10000', 'hex')],
    ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a JPEG', Buffer.from('ffd8ffe000104a46494600', 'hex')],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj')],
    ['gzip', Buffer.from('1f8b0800000000000003', 'hex')],
    ['a web page', Buffer.from('\n<!DOCTYPE html><html><body>Sign in</body></html>')],
    ['JSON', Buffer.from('[{"name": "x"}]')],
    ['text with a NUL', Buffer.from('a,b\n1,\0\n')],
    ['UTF-16 text with a NUL', Buffer.from('\ufeffa,b\n1,\0\n', 'utf16le')],
    ['bytes without a NUL', Buffer.from(Array.from({ length: 3000 }, (_, i) => ((i * 7919) % 255) + 1))],
  ])('%s', async (_, bytes) => {
    const problem = await problemOf(bytes)
    expect(problem.code).toBe('not_a_csv')
    expect(problem.message).toMatch(/^This .*\.$/)
  })

  it.each([
    ['', 'empty_file'],
    ['\ufeff', 'empty_file'],
    [' \n\r\n', 'empty_file'],
    [';;;\n;;;\n', 'empty_file'],
    ['Name,Email\n', 'no_rows'],
    ['Name,Email\n\n,\n', 'no_rows'],
  ])('%j', async (text, code) => {
    expect((await problemOf(text)).code).toBe(code)
  })

  it('reports no rows when only blank rows follow the header', async () => {
    expect((await problemOf(`Name,Email\n${',\n'.repeat(200_000)}`)).code).toBe('no_rows')
  })
})

describe('limits', () => {
  it('refuses a file that is too large', async () => {
    expect((await problemOf(Buffer.alloc(CSV_LIMITS.bytes + 1, 'a'))).message).toBe(
      'The file is larger than 32 MB. Split it into smaller files.',
    )
  })
  it('refuses too many columns', async () => {
    const names = Array.from({ length: 201 }, (_, i) => `c${i}`).join(',')
    expect((await problemOf(`${names}\n${names}\n`)).code).toBe('too_many_columns')
  })
  it('refuses too many rows', async () => {
    expect((await readAll('a\n1\n\n2\n3\n', 3)).rows).toHaveLength(3)
    const problem = await problemOf('a\n1\n2\n3\n4\n', 3)
    expect([problem.code, problem.message]).toEqual([
      'too_many_rows',
      'The file has more than 3 rows. Split it into smaller files.',
    ])
  })
  it('refuses too many blank rows, and reads no further', async () => {
    expect((await readAll('a\n\n\n\n1\n', 3)).rows).toHaveLength(1)
    const longCell = 'x'.repeat(CSV_LIMITS.cellCharacters + 1)
    const problem = await problemOf(`a\n\n , \n\n\n${longCell}\n`, 3)
    expect([problem.code, problem.message]).toEqual([
      'too_many_rows',
      'The file has more than 3 blank rows. Delete them, and choose the file again.',
    ])
  })
  it('refuses a cell that is too long', async () => {
    expect((await readAll(`a,b\n1,${'x'.repeat(10_000)}\n`)).rows).toHaveLength(1)
    const problem = await problemOf(`a,b\n1,2\n1,${'x'.repeat(10_001)}\n`)
    expect([problem.code, problem.rowNumber]).toEqual(['cell_too_long', 3])
    expect((await problemOf(`a,${'x'.repeat(10_001)}\n1,2\n`)).rowNumber).toBe(1)
  })
  it.each([
    ['unquoted', 'x'.repeat(3_000_000), 'Shorten it'],
    ['quoted', `"${'x'.repeat(3_000_000)}"`, 'Shorten it'],
    ['with doubled quotation marks', `"${'""'.repeat(1_500_000)}"`, 'Shorten it'],
    ['of multi-byte characters', 'λ'.repeat(3_000_000), 'Shorten it'],
    ['of many lines', `"${'line\n'.repeat(600_000)}"`, 'Shorten it, or close its quotation mark'],
    [
      'closed by the quotation mark of a later row',
      `"oops,2\n${'y,2\n'.repeat(400_000)}z,"3"`,
      'Shorten it, or close its quotation mark',
    ],
  ])('names row and limit for a cell of megabytes, %s', async (_, cell, advice) => {
    for (const [ends, encoding, row] of [
      ['\n', 'utf8', 3],
      ['\r\n', 'utf16le', 3],
      ['\n\n', 'utf8', 5],
    ] as const) {
      const problem = await problemOf(
        Buffer.from(`\ufeff${['a,b', '1,2', `3,${cell}`, '4,5'].join(ends)}`, encoding),
      )
      expect([problem.code, problem.rowNumber]).toEqual(['cell_too_long', row])
      expect(problem.message).toBe(
        `Row ${row} has a cell of more than 10,000 characters. ${advice}, and choose the file again.`,
      )
    }
  })
  it('refuses a column name of megabytes', async () => {
    for (const name of ['x'.repeat(3_000_000), `"${'x'.repeat(3_000_000)}"`]) {
      const problem = await problemOf(`${name},b\n1,2\n`)
      expect([problem.code, problem.rowNumber]).toEqual(['cell_too_long', 1])
    }
  })
  it('refuses a row that is too long although its cells are not', async () => {
    const row = Array.from({ length: 150 }, () => 'x'.repeat(9_000)).join(',')
    const names = Array.from({ length: 150 }, (_, i) => `c${i}`).join(',')
    const problem = await problemOf(`${names}\n${row}\n`)
    expect([problem.code, problem.rowNumber, problem.message]).toEqual([
      'row_too_long',
      2,
      'Row 2 has more than 1,048,576 characters. Shorten it, and choose the file again.',
    ])
  })
  it('names the row of an unclosed quotation mark', async () => {
    const good = 'x,1\n'.repeat(30_000)
    for (const rest of ['', 'y,2\n'.repeat(5), 'y,2\n'.repeat(400_000)]) {
      const problem = await problemOf(`a,b\n${good}"oops,1\n${rest}`)
      expect([problem.code, problem.rowNumber]).toEqual(['unclosed_quote', 30_002])
    }
    expect((await problemOf('"a,b\n1,2')).rowNumber).toBe(1)
  })
})

it('reads 50,000 rows with constant memory', async () => {
  const line = (i: number) =>
    `${i};"Customer ${i}, Inc.";street ${i};City;12345;US;"note\nof ""${i}""";1.234,56;2026-11-20;c${i}@example.test\n`
  const bytes = Buffer.from(
    `id;name;street;city;zip;country;note;total;due;email\n${Array.from({ length: 50_000 }, (_, i) => line(i)).join('')}`,
  )
  const before = process.memoryUsage().rss
  let rows = 0
  let peak = 0
  for await (const row of openCsv(bytes).rows()) {
    expect(row.ragged).toBeNull()
    if (++rows % 5000 === 0) peak = Math.max(peak, process.memoryUsage().rss - before)
  }
  expect(rows).toBe(50_000)
  expect(peak).toBeLessThan(200 * 1024 * 1024)
})

it.each(["'-", "''=1+1", "'=1+1", "'-12.50", "'plain", "'"])(
  'reads an exported %j unchanged',
  async (text) => {
    const file = await readAll(writeCsv(['Key', 'Text'], [['a', text]]))
    expect(cellsOf(file.rows)).toEqual([['a', text]])
  },
)

describe('properties', () => {
  const cell = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((s) => !s.includes('\0'))
  it('reads a written file back unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer(), cell, cell), { minLength: 1, maxLength: 30 }),
        async (table) => {
          const rows = table.map(([n, a, b]) => [`r${n}`, a, b])
          const file = await readAll(`\ufeff${writeCsv(['Key', 'One', 'Two'], rows)}`)
          expect(cellsOf(file.rows)).toEqual(rows)
        },
      ),
      { numRuns: sizeOf('CSV_FILES', { gate: 60, full: 300 }) },
    )
  })

  it('reads any bytes or throws a CsvProblem', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 400 }),
          fc.string({ unit: fc.constantFrom(...'ab",;\t|\r\n \u00e9='), maxLength: 80 }),
        ),
        async (input) => {
          try {
            const file = await readAll(Buffer.from(input as Uint8Array))
            for (const row of file.rows) expect(row.cells).toHaveLength(file.columns.length)
          } catch (error) {
            expect(error).toBeInstanceOf(CsvProblem)
          }
        },
      ),
      { numRuns: sizeOf('CSV_INPUTS', { gate: 200, full: 1000 }) },
    )
  })
})
