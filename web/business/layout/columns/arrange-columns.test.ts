import { expect, it } from 'vitest'
import type { Column } from '../../../ui/table/data-table.tsx'
import { arrangeColumns, chosenWidths, columnsText } from './arrange-columns.ts'

const column = (id: string, more: Partial<Column<null>> = {}): Column<null> => ({
  id,
  header: id,
  cell: () => id,
  ...more,
})
const ALL = [
  column('number', { rowHeader: true, width: 8 }),
  column('customer'),
  column('due_date', { width: 8, hideBelow: 'lg' }),
  column('note', { optional: true }),
  column('remaining', { width: 10, card: 'value', align: 'end' }),
]
const ids = (text: string | null) => arrangeColumns(ALL, text).map(({ id }) => id)

it('shows the product’s columns without a choice, and for one that makes no sense', () => {
  const usual = ['number', 'customer', 'due_date', 'remaining']
  for (const text of [null, '', 'nothing,known', 'number;x', 'number:1000']) expect(ids(text)).toEqual(usual)
  expect(arrangeColumns(ALL, null)[2]!.hideBelow).toBe('lg')
})

it('shows the chosen columns in their order and width, and always the one that names the row', () => {
  expect(ids('remaining,number,note')).toEqual(['remaining', 'number', 'note'])
  expect(ids('note,gone,due_date,note')).toEqual(['number', 'note', 'due_date'])
  expect(arrangeColumns(ALL, 'number,customer:20')[1]!.width).toBe(20)
})

it('hides the last columns first where the table is narrow, never the name or the amount', () => {
  const hidden = arrangeColumns(ALL, 'customer:14,due_date,note,number,remaining').map(
    ({ hideBelow }) => hideBelow,
  )
  expect(hidden).toEqual([undefined, 'lg', 'xl', undefined, undefined])
})

it('makes texts narrower when all do not fit, and leaves figures as they are', () => {
  const wide = arrangeColumns(ALL, 'number,customer:40,note:40,remaining')
  expect(wide.reduce((sum, { width = 0 }) => sum + width, 3)).toBeCloseTo(68)
  expect(wide.at(-1)!.width).toBe(10)
})

it('writes a choice as it reads it', () => {
  const text = 'number,customer:14,remaining:9'
  expect(columnsText(['number', 'customer', 'remaining'], chosenWidths(text))).toBe(text)
  expect(chosenWidths(null).size).toBe(0)
})
