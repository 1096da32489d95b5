import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { STATEMENTS_PATH } from '../paths.ts'
import { shellRoute } from '../root-routes.tsx'

const issued = createRoute({
  getParentRoute: () => shellRoute,
  path: STATEMENTS_PATH,
  component: lazyWithRetry(() => import('../statements/statements-page.tsx'), 'StatementsPage'),
})

const ofCustomer = createRoute({
  getParentRoute: () => shellRoute,
  path: '/customers/$customerId/statement',
  component: lazyWithRetry(() => import('../statements/statement-page.tsx'), 'StatementPage'),
})

export const statementsRoutes = [issued, ofCustomer] as const
