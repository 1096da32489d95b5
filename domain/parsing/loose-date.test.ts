import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DATE_FORMATS, dateOfDayNumber, dayNumber, formatDate } from '../dates/calendar.ts'
import { guessDateOrder, parseLooseDate } from './loose-input.ts'

const reads = (text: string, order: 'MDY' | 'DMY' | 'YMD') => {
  const result = parseLooseDate(text, order)
  return result.ok ? result.date : result.reason
}

describe('dates as people and programs write them', () => {
  it.each([
    ['3/4/26', 'MDY', '2026-03-04'],
    ['3/4/26', 'DMY', '2026-04-03'],
    ['26/3/4', 'YMD', '2026-03-04'],
    ['03.04.2026', 'DMY', '2026-04-03'],
    ['03-04-2026', 'MDY', '2026-03-04'],
    ['3 4 2026', 'DMY', '2026-04-03'],
    ['12/31/99', 'MDY', '1999-12-31'],
    ['1/1/79', 'MDY', '2079-01-01'],
    ['1/1/80', 'MDY', '1980-01-01'],
  ] as const)('%s as %s is %s', (text, order, date) => {
    expect(reads(text, order)).toBe(date)
  })

  it.each([
    '2026-04-03',
    '2026/04/03',
    '2026.4.3',
    '20260403',
    'Apr 3, 2026',
    'April 3 2026',
    'Apr. 3rd, 2026',
    '3 April 2026',
    '3. April 2026',
    '3-Apr-26',
    '03-APR-2026',
    'Friday, April 3, 2026',
    'Fri 3 Apr 2026',
    '2026-Apr-03',
    '2026-04-03T23:59:59Z',
    '2026-04-03T23:59:59.123+05:30',
    '2026-04-03 00:00:00',
    'Apr 3, 2026, 11:30 PM',
    ' 2026-04-03 ',
    '3\u00a0April\u00a02026',
  ])('%j is the third of April in any order', (text) => {
    for (const order of DATE_FORMATS) expect(reads(text, order)).toBe('2026-04-03')
  })

  it.each([
    ['2/30/2026', 'MDY'],
    ['13/1/2026', 'MDY'],
    ['1/13/2026', 'DMY'],
    ['2026-02-29', 'MDY'],
    ['31 April 2026', 'DMY'],
    ['Feb 29, 2026', 'MDY'],
    ['0/1/2026', 'MDY'],
    ['20261301', 'MDY'],
    ['1/1/0026', 'MDY'],
    ['1/1/2300', 'MDY'],
  ] as const)('%s as %s is impossible', (text, order) => {
    expect(reads(text, order)).toBe('impossible')
  })

  it.each([
    'soon',
    '3/4',
    '3/4-26',
    '3/4/126',
    '2026',
    '3 Foo 2026',
    'Ma 3, 2026',
    '3/4/2026/5',
    '1234567',
    '26/3/2026x',
    'x'.repeat(1000),
    '3/4/26 noon',
    '٣/٤/٢٠٢٦',
  ])('%j is no date', (text) => {
    expect(reads(text, 'MDY')).toBe('not_a_date')
  })

  it('does not read a year at the end as year first', () => {
    expect(reads('03/04/2026', 'YMD')).toBe('not_a_date')
    expect(reads('', 'MDY')).toBe('empty')
  })

  it('parses every style of the product, and digits in the given order', () => {
    const date = fc
      .integer({ min: dayNumber('1900-01-01'), max: dayNumber('2200-12-31') })
      .map(dateOfDayNumber)
    fc.assert(
      fc.property(
        date,
        fc.constantFrom(...DATE_FORMATS),
        fc.constantFrom('/', '.', '-'),
        (day, order, mark) => {
          for (const style of DATE_FORMATS) expect(reads(formatDate(day, style), order)).toBe(day)
          const [year = '', month = '', dom = ''] = day.split('-')
          const figures = { MDY: [month, dom, year], DMY: [dom, month, year], YMD: [year, month, dom] }[order]
          expect(reads(figures.join(mark), order)).toBe(day)
        },
      ),
      { numRuns: 3000 },
    )
  })

  it('finds the order of a column only when exactly one fits', () => {
    expect(guessDateOrder(['3/4/26', '3/25/26'])).toBe('MDY')
    expect(guessDateOrder(['3/4/2026', '', '25/3/2026'])).toBe('DMY')
    expect(guessDateOrder(['3/4/26'])).toBeNull()
    expect(guessDateOrder(['3/25/2026', '25/3/2026'])).toBeNull()
    expect(guessDateOrder([])).toBeNull()
  })

  it('recognizes a column with the year first', () => {
    expect(guessDateOrder(['2026-03-01', '', '2026-12-31'])).toBe('YMD')
    expect(guessDateOrder(['20260301', '2026/03/01', '2026-03-01T10:00:00Z', 'Mar 1, 2026'])).toBe('YMD')
    expect(guessDateOrder(['Mar 1, 2026', '1 March 2026']), 'which reads the same in any order').toBeNull()
    expect(guessDateOrder(['2026-03-01', '3/4/2026'])).toBeNull()
    expect(guessDateOrder(['2026-03-01', '13/4/2026'])).toBe('DMY')
    expect(guessDateOrder(['2026-03-01', '03-04-05'])).toBeNull()
    expect(guessDateOrder(['2026-03-01', '2026-02-30'])).toBeNull()
  })
})
