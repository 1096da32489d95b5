import { expect, it } from 'vitest'
import type { Column } from './data-table-column.ts'
import { columnWidth, isFixed } from './data-table-widths.ts'

type Row = { amount: string }
const figures: Column<Row> = {
  id: 'amount',
  header: 'Amount',
  align: 'end',
  width: 8.5,
  cell: (row) => row.amount,
}
const words: Column<Row> = { ...figures, align: 'start' }

it('keeps a figure column’s width up to ten million, and grows it beyond', () => {
  expect(columnWidth(figures, [{ amount: '$0.00' }, { amount: '$1,234,567.89' }], true)).toBe(8.5)
  expect(columnWidth({ ...figures, width: 7.5 }, [{ amount: '$1,234,567.89' }], false)).toBe(7.5)
  expect(
    columnWidth(figures, [{ amount: '$0.00' }, { amount: '$999,999,999,999.99' }], true),
  ).toBeGreaterThan(10)
})

it('measures a figure drawn in parts by its text', () => {
  const drawn: Column<Row> = { ...figures, cell: () => null, text: (row) => row.amount }
  expect(columnWidth(drawn, [{ amount: '$999,999,999,999.99' }], true)).toBeGreaterThan(10)
})

it('keeps a text column’s width, and shares the rest among columns without one', () => {
  const long = [{ amount: 'Larkspur Hotel Group, Restaurants and Catering' }]
  expect(columnWidth(words, long, true)).toBe(8.5)
  expect(columnWidth({ ...words, width: undefined }, long, true)).toBeUndefined()
})

it('uses fixed layout once one column has a width', () => {
  expect(isFixed([{ ...words, width: undefined }, figures])).toBe(true)
  expect(isFixed([{ ...words, width: undefined }])).toBe(false)
})
