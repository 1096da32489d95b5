import type { Session } from '../session/session.ts'
import { accountsQuery } from './accounts/accounts-query.ts'
import { dashboardQuery } from './dashboard/dashboard-query.ts'
import { queryClient } from './query-client.ts'

/** Starts the queries that every page needs, while the page's code still loads. */
export function startQueries(session: Session, pathname: string): void {
  void queryClient.prefetchQuery(accountsQuery(session))
  const account = session.snapshot().account?.id
  if (pathname === '/' && account !== undefined) {
    void queryClient.prefetchQuery(dashboardQuery(session.call, account))
  }
}

/** Clears the cache, so that the next user sees nothing of the former one. */
export const forgetQueries = (): void => queryClient.clear()
