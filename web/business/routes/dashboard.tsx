import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { CLIENTS_PATH, COMPANIES_PATH } from '../paths.ts'
import { shellRoute } from '../root-routes.tsx'

const dashboard = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  component: lazyWithRetry(() => import('../dashboard/dashboard-page.tsx'), 'DashboardPage'),
})

const activity = createRoute({
  getParentRoute: () => shellRoute,
  path: '/activity',
  component: lazyWithRetry(() => import('../activity/activity-page.tsx'), 'ActivityPage'),
})

const gettingStarted = createRoute({
  getParentRoute: () => shellRoute,
  path: '/getting-started',
  // Opens the advanced guide; the quick one otherwise.
  validateSearch: ({ advanced }: Record<string, unknown>): { advanced?: true | undefined } => ({
    advanced: advanced === true || advanced === 'true' ? true : undefined,
  }),
  component: lazyWithRetry(() => import('../onboarding/getting-started-page.tsx'), 'GettingStartedPage'),
})

const companies = createRoute({
  getParentRoute: () => shellRoute,
  path: COMPANIES_PATH,
  component: lazyWithRetry(() => import('../clients/companies-page.tsx'), 'CompaniesPage'),
})

const clients = createRoute({
  getParentRoute: () => shellRoute,
  path: CLIENTS_PATH,
  component: lazyWithRetry(() => import('../clients/clients-page.tsx'), 'ClientsPage'),
})

export const dashboardRoutes = [dashboard, activity, gettingStarted, companies, clients] as const
