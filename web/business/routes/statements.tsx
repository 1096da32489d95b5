import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { STATEMENTS_PATH } from '../paths.ts'
import { shellRoute } from '../root-routes.tsx'

const load = () => import('../statements/statement-pages.ts')

const issued = createRoute({
  getParentRoute: () => shellRoute,
  path: STATEMENTS_PATH,
  component: lazyWithRetry(load, 'StatementsPage'),
})

const ofCustomer = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/$customerId/statement',
  component: lazyWithRetry(load, 'StatementPage'),
})

export const statementsRoutes = [issued, ofCustomer] as const
