import { expect, it } from 'vitest'
import { isSameQuery, savedQueryOf, viewHref } from './list-query.ts'

it('saves search, filters, order and columns, not the page', () => {
  const query = { page: '3', page_size: '50', new: 'true', search: 'oy', order_by: '-total', view: 'open' }
  const kept = { search: 'oy', order_by: '-total', view: 'open' }
  expect(savedQueryOf({ search: query })).toEqual(kept)
  const columns = 'number,total:12'
  expect(savedQueryOf({ search: { ...query, columns } })).toEqual({ ...kept, columns })
})

it('recognizes the same query in any order', () => {
  expect(isSameQuery({ a: '1', b: '2' }, { b: '2', a: '1' })).toBe(true)
  expect(isSameQuery({ a: '1' }, { a: '1', b: '2' })).toBe(false)
})

it('writes the address', () => {
  expect(viewHref('/invoices', {})).toBe('/invoices')
  expect(viewHref('/invoices', { search: 'a&b' })).toBe('/invoices?search=a%26b')
})
