import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { REMINDERS_PATH } from '../paths.ts'
import { shellRoute } from '../root-routes.tsx'

const load = () => import('../reminders/reminder-pages.ts')

const overview = createRoute({
  getParentRoute: () => shellRoute,
  path: REMINDERS_PATH,
  component: lazyWithRetry(load, 'RemindersPage'),
})

const flows = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reminders/flows',
  component: lazyWithRetry(load, 'FlowsPage'),
})

const flow = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reminders/flows/$flowId',
  component: lazyWithRetry(load, 'FlowPage'),
})

const rehearsal = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reminders/flows/$flowId/rehearsal',
  component: lazyWithRetry(load, 'RehearsalPage'),
})

const templates = createRoute({
  getParentRoute: () => shellRoute,
  path: '/reminders/templates',
  component: lazyWithRetry(load, 'TemplatesPage'),
})

export const remindersRoutes = [overview, flows, flow, rehearsal, templates] as const
