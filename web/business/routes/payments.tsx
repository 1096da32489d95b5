import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { AUTO_PAYMENTS_PATH, PAYOUTS_PATH } from '../paths.ts'
import { CASES_PATH } from '../payments/cases-list.ts'
import { shellRoute } from '../root-routes.tsx'

const list = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payment-processing',
  component: lazyWithRetry(() => import('../payments/payments-page.tsx'), 'PaymentsPage'),
})

const cases = createRoute({
  getParentRoute: () => shellRoute,
  path: CASES_PATH,
  component: lazyWithRetry(() => import('../payments/cases-page.tsx'), 'CasesPage'),
})

const payouts = createRoute({
  getParentRoute: () => shellRoute,
  path: PAYOUTS_PATH,
  component: lazyWithRetry(() => import('../payments/payouts/payouts-page.tsx'), 'PayoutsPage'),
})

const payout = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payment-processing/payouts/$payoutId',
  component: lazyWithRetry(() => import('../payments/payouts/payout-page.tsx'), 'PayoutPage'),
})

const detail = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payment-processing/$paymentId',
  component: lazyWithRetry(() => import('../payments/payment-page.tsx'), 'PaymentPage'),
})

const automatic = createRoute({
  getParentRoute: () => shellRoute,
  path: AUTO_PAYMENTS_PATH,
  component: lazyWithRetry(() => import('../auto-payments/auto-payments-page.tsx'), 'AutoPaymentsPage'),
})

export const paymentsRoutes = [list, cases, payouts, payout, detail, automatic] as const
