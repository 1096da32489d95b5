import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { REPORTS_PATH } from '../paths.ts'
import { shellRoute } from '../root-routes.tsx'

const load = () => import('../reports/charts/report-pages.ts')

const overview = createRoute({
  getParentRoute: () => shellRoute,
  path: REPORTS_PATH,
  component: lazyWithRetry(load, 'ReportsPage'),
})

const report = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports/$report',
  component: lazyWithRetry(load, 'ReportPage'),
})

const behind = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reports/$report/list',
  component: lazyWithRetry(load, 'BehindPage'),
})

export const reportsRoutes = [overview, report, behind] as const
