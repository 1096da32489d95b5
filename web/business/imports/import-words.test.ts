import { expect, it } from 'vitest'
import { recordsOf } from './import-words.ts'

it('counts rows of one number as one invoice', () => {
  const shown = (create: number, rows: number) =>
    recordsOf({ kind: 'invoices', invoices: { create, written: 0 } }, 'create', rows)
  expect([shown(1, 1), shown(1, 2), shown(2, 2), shown(1000, 2041), shown(0, 0)]).toEqual([
    '1 invoice',
    '1 invoice (2 rows)',
    '2 invoices',
    '1,000 invoices (2,041 rows)',
    '0 invoices',
  ])
  expect(recordsOf({ kind: 'customers' }, 'create', 2)).toBe('2 customers')
  expect(recordsOf({ kind: 'invoices' }, 'written', 2)).toBe('2 invoice rows')
})
