import { expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from './index.ts'

it('A-057 a list carries results, num_pages and count, with its page and the ways to its neighbours', () => {
  const lists = allRoutes.filter(
    ({ method, reply }) => method === 'GET' && reply instanceof z.ZodObject && 'page' in reply.shape,
  )
  expect(lists.length).toBeGreaterThan(8)
  for (const { path, reply } of lists)
    expect(Object.keys((reply as z.ZodObject).shape), path).toEqual(
      expect.arrayContaining(['page', 'count', 'num_pages', 'next', 'previous', 'results']),
    )
})
