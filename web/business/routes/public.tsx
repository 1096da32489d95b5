import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { bareRoute, personRoute, shellRoute } from '../root-routes.tsx'
import { NotFoundPage } from '../shell/not-found-page.tsx'

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

/** Where accounting platforms send those who ended the connection there. */
export const disconnectedRoutes = [
  disconnected('/quickbooks-disconnect', 'QuickBooksDisconnectedPage'),
  disconnected('/accounting-disconnect', 'AccountingDisconnectedPage'),
] as const

/** All other addresses are the main app's, which says that there is no such page. */
export const otherRoutes = [
  createRoute({ getParentRoute: () => shellRoute, path: '/$', component: NotFoundPage }),
] as const
