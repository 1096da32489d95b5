import { expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from './index.ts'
import type { Route } from './route.ts'

const lists = allRoutes.filter(
  ({ method, reply }: Route) => method === 'GET' && reply instanceof z.ZodObject && 'page' in reply.shape,
)

it('every list has 10 rows a page, or the requested 5, 25, 50 or 100', () => {
  for (const { path, query } of lists as (Route & { query: z.ZodObject })[]) {
    const size = query.pick({ page_size: true })
    expect(size.parse({}), path).toEqual({ page_size: 10 })
    for (const rows of [5, 10, 25, 50, 100])
      expect(size.parse({ page_size: String(rows) }), path).toEqual({ page_size: rows })
    for (const other of ['0', '7', '101', '-10', '1e2', 'all'])
      expect(size.safeParse({ page_size: other }).success, `${path} ${other}`).toBe(false)
  }
  expect(lists.map(({ path }) => path)).toContain('/api/invoices/')
})

it('a list returns results, num_pages and count, its page and links to the pages beside it', () => {
  expect(lists.length).toBeGreaterThan(8)
  for (const { path, reply } of lists)
    expect(Object.keys((reply as z.ZodObject).shape), path).toEqual(
      expect.arrayContaining(['page', 'count', 'num_pages', 'next', 'previous', 'results']),
    )
})
