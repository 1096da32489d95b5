import { expect, it } from 'vitest'
import { groupRows } from './row-groups.ts'

async function* rows(...numbers: string[]) {
  for (const [index, number] of numbers.entries())
    yield { rowNumber: index + 2, cells: [number, '1'], slipped: null }
}

async function groups(
  kind: 'customers' | 'invoices',
  mapping: Record<string, number>,
  ...numbers: string[]
): Promise<number[][]> {
  const found: number[][] = []
  for await (const group of groupRows(() => rows(...numbers), kind, mapping))
    found.push(group.rows.map((row) => row.rowNumber))
  return found
}

it('combines scattered rows of one number when the file has lines', async () => {
  expect(await groups('invoices', { number: 0, unit_price: 1 }, 'A', 'B', 'a ', 'B', 'C')).toEqual([
    [2, 4],
    [3, 5],
    [6],
  ])
})

it('keeps rows without a number, and rows of files without lines, separate', async () => {
  expect(await groups('invoices', { number: 0, unit_price: 1 }, '', '', 'A')).toEqual([[2], [3], [4]])
  expect(await groups('invoices', { number: 0, total: 1 }, 'A', 'A')).toEqual([[2], [3]])
  expect(await groups('customers', { short_name: 0 }, 'A', 'A')).toEqual([[2], [3]])
})
