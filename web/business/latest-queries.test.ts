import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { keepLatestQueries } from './latest-queries.ts'
import { queryClient } from './query-client.ts'

/** Simulates paging through a list and returns the cached queries. */
function aReader(client = new QueryClient()) {
  let now = 1_000
  const show = (list: string, page: number, leave = true) => {
    const queryKey = ['account', list, { page: String(page) }]
    const end = new QueryObserver(client, { queryKey, enabled: false }).subscribe(() => {})
    now += 1
    client.setQueryData(queryKey, page, { updatedAt: now })
    if (leave) end()
    return end
  }
  const kept = (list: string) =>
    client
      .getQueryCache()
      .findAll({ queryKey: ['account', list] })
      .map(({ state }) => state.data)
      .sort((one, other) => Number(one) - Number(other))
  return { client, show, kept }
}

const pages = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

describe('latest queries', () => {
  it('keeps the last 8 distinct queries of each list', () => {
    const { client, show, kept } = aReader()
    keepLatestQueries(client.getQueryCache())
    for (const page of pages(1, 8)) show('invoices', page)
    show('customers', 1)
    expect(kept('invoices')).toEqual(pages(1, 8))
    show('invoices', 9)
    show('invoices', 10)
    expect(kept('invoices')).toEqual(pages(3, 10))
    expect(kept('customers')).toEqual([1])
  })

  it('orders queries by latest answer, and never drops one on screen', () => {
    const { client, show, kept } = aReader()
    keepLatestQueries(client.getQueryCache())
    const leave = show('invoices', 1, false)
    for (const page of [...pages(2, 9), 2, 10]) show('invoices', page)
    expect(kept('invoices')).toEqual([1, 2, ...pages(4, 10)])
    leave()
    show('invoices', 11)
    expect(kept('invoices')).toEqual([2, ...pages(5, 11)])
  })

  it('applies to lists only in the app’s query client', () => {
    const { show, kept } = aReader(queryClient)
    for (const page of pages(1, 12)) show('payments', page)
    expect(kept('payments')).toEqual(pages(5, 12))
    for (const id of pages(1, 12)) queryClient.setQueryData(['account', 'invoice', String(id)], id)
    expect(kept('invoice')).toHaveLength(12)
    queryClient.clear()
  })
})
