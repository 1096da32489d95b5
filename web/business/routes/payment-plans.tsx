import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { PAYMENT_PLANS_PATH } from '../paths.ts'
import { shellRoute } from '../root-routes.tsx'

const load = () => import('../payment-plans/payment-plan-pages.ts')

const plans = createRoute({
  getParentRoute: () => shellRoute,
  path: PAYMENT_PLANS_PATH,
  component: lazyWithRetry(load, 'PlansPage'),
})

const propose = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payment-plans/new',
  component: lazyWithRetry(load, 'ProposePage'),
})

const plan = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payment-plans/$planId',
  component: lazyWithRetry(load, 'PlanPage'),
})

const change = createRoute({
  getParentRoute: () => shellRoute,
  path: '/payment-plans/$planId/edit',
  component: lazyWithRetry(load, 'ChangePage'),
})

export const paymentPlansRoutes = [plans, propose, plan, change] as const
