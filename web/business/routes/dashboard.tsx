import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { shellRoute } from '../root-routes.tsx'

const dashboard = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyWithRetry(() => import('../dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

export const dashboardRoutes = [dashboard] as const
