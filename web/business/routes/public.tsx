import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { NotFoundPage } from '../layout/not-found-page.tsx'
import { bareRoute, personRoute, shellRoute } from '../root-routes.tsx'

export const publicRoutes = [
  createRoute({
    getParentRoute: () => bareRoute,
    path: '/privacy',
    component: lazyWithRetry(() => import('../public/privacy-page.tsx'), 'PrivacyPage'),
  }),
  createRoute({
    getParentRoute: () => bareRoute,
    path: '/ista-report',
    component: lazyWithRetry(() => import('../reports/shared-report-page.tsx'), 'SharedReportPage'),
  }),
] as const

const disconnected = (
  path: '/quickbooks-disconnect' | '/accounting-disconnect',
  name: 'QuickBooksDisconnectedPage' | 'AccountingDisconnectedPage',
) =>
  createRoute({
    getParentRoute: () => personRoute,
    path,
    component: lazyWithRetry(() => import('../public/disconnected-page.tsx'), name),
  })

/** Where accounting platforms redirect users who disconnected there. */
export const disconnectedRoutes = [
  disconnected('/quickbooks-disconnect', 'QuickBooksDisconnectedPage'),
  disconnected('/accounting-disconnect', 'AccountingDisconnectedPage'),
] as const

/** The main app handles all other addresses and shows its not-found page. */
export const otherRoutes = [
  createRoute({ getParentRoute: () => shellRoute, path: '/$', component: NotFoundPage }),
] as const
