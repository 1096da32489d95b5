import { expect, it } from 'vitest'
import { refuseTooDeep } from './paging.ts'

it.each([
  ['the list by a search', undefined, 'Narrow the list by a search.'],
  ['the list by a search', 1_000_000, 'Narrow the list by a search.'],
  [null, undefined, 'You can open the first 100,000 rows.'],
  [null, 1_000_000, 'You can open the first and the last 100,000 rows.'],
])('a page that is too deep says what is possible in its list: %s, %s rows', (narrowed, count, advice) => {
  const open = (page: number) => () => refuseTooDeep({ page, page_size: 100 }, narrowed, count)
  expect(open(5_000)).toThrow(
    expect.objectContaining({ fields: { page: [`This page is too far down. ${advice}`] } }),
  )
  expect(open(1_000)).not.toThrow()
})
