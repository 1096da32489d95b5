import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { LATE_FEE_RULES_PATH, LATE_FEES_PATH } from '../paths.ts'
import { shellRoute } from '../root-routes.tsx'

const load = () => import('../late-fees/late-fee-pages.ts')

const overview = createRoute({
  getParentRoute: () => shellRoute,
  path: LATE_FEES_PATH,
  component: lazyWithRetry(load, 'LateFeesPage'),
})

const rules = createRoute({
  getParentRoute: () => shellRoute,
  path: LATE_FEE_RULES_PATH,
  component: lazyWithRetry(load, 'RulesPage'),
})

const rule = createRoute({
  getParentRoute: () => shellRoute,
  path: '/late-fees/rules/$ruleId',
  component: lazyWithRetry(load, 'RulePage'),
})

const rehearsal = createRoute({
  getParentRoute: () => shellRoute,
  path: '/late-fees/rules/$ruleId/rehearsal',
  component: lazyWithRetry(load, 'RehearsalPage'),
})

export const lateFeesRoutes = [overview, rules, rule, rehearsal] as const
