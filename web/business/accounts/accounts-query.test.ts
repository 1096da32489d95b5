import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { answerFetch, aSession, aSignedInReply, aToken } from '../../session/testing.ts'
import { accountsQuery } from './accounts-query.ts'

afterEach(() => vi.unstubAllGlobals())

it('reads all pages of accounts, 100 each, by company name', async () => {
  const pages = [['a', 'b'], ['c']]
  const { sent, fetch } = answerFetch(({ path }) => {
    const page = Number(new URL(path, 'http://here.test').searchParams.get('page'))
    return { status: 200, body: { results: pages[page - 1]!.map((pk) => ({ pk })), num_pages: 2, count: 3 } }
  })
  vi.stubGlobal('fetch', fetch)
  const { session } = aSession()
  session.signIn(aSignedInReply(aToken(Date.now())))
  const accounts = await new QueryClient().fetchQuery(accountsQuery(session))
  expect(accounts.map(({ pk }) => pk)).toEqual(['a', 'b', 'c'])
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/accounts/?page=1&page_size=100&order_by=company_name',
    '/api/accounts/?page=2&page_size=100&order_by=company_name',
  ])
})
