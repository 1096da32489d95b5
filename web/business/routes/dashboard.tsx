import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { dashboardQuery } from '../dashboard/dashboard-query.ts'
import { shellRoute } from '../root-routes.tsx'

const dashboard = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  loader: ({ context: { session, queryClient } }) => {
    const account = session.snapshot().account?.id
    // Asked for while the frame still waits for the account's own record.
    if (account) void queryClient.prefetchQuery(dashboardQuery(session.call, account))
  },
  component: lazyWithRetry(() => import('../dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

export const dashboardRoutes = [dashboard] as const
