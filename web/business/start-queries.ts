import type { Session } from '../session/session.ts'
import { accountsQuery } from './accounts/accounts-query.ts'
import { dashboardQuery } from './dashboard/dashboard-query.ts'
import { queryClient } from './query-client.ts'

/** Asks for what every page waits for, while the code of the page itself is still on its way. */
export function startQueries(session: Session, pathname: string): void {
  void queryClient.prefetchQuery(accountsQuery(session))
  const account = session.snapshot().account?.id
  if (pathname === '/' && account !== undefined) {
    void queryClient.prefetchQuery(dashboardQuery(session.call, account))
  }
}

/** Forgets all answers: what one person saw is nothing for the next. */
export const forgetQueries = (): void => queryClient.clear()
