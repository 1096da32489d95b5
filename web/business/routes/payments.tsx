import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { readListSearch } from '../list-search.ts'
import { shellRoute } from '../root-routes.tsx'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payment-processing',
  validateSearch: readListSearch(['filter_status', 'filter_type', 'customer']),
  component: lazyWithRetry(() => import('../payments/payments-page.tsx'), 'PaymentsPage'),
})

const detail = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payment-processing/$paymentId',
  component: lazyWithRetry(() => import('../payments/payment-page.tsx'), 'PaymentPage'),
})

export const paymentsRoutes = [list, detail] as const
