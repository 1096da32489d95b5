import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import type { Account } from '../../session/account-context.ts'
import type { Session } from '../../session/session.ts'

const PAGE_SIZE = 100

const accountsKey = (session: Session) => ['accounts', session.snapshot().user?.pk] as const

/** Reads every account the user works in, by company name, over all pages. */
export const accountsQuery = (session: Session) =>
  queryOptions({
    queryKey: accountsKey(session),
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const accounts: Account[] = []
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const query = { page: String(page), page_size: String(PAGE_SIZE), order_by: 'company_name' }
        const reply = await session.call(contract.accounts.list, { query }, { signal })
        accounts.push(...reply.results)
        pages = reply.num_pages
      }
      return accounts
    },
  })

/** Replaces a changed account in the cache, so that every screen shows it at once. */
export function replaceAccount(queryClient: QueryClient, session: Session, changed: Account): void {
  queryClient.setQueryData(accountsQuery(session).queryKey, (accounts) =>
    accounts?.map((account) => (account.pk === changed.pk ? changed : account)),
  )
}
