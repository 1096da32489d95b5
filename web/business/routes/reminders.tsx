import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { REMINDERS_PATH } from '../paths.ts'
import { shellRoute } from '../root-routes.tsx'

const overview = createRoute({
  getParentRoute: () => shellRoute,
  path: REMINDERS_PATH,
  component: lazyWithRetry(() => import('../reminders/overview/reminders-page.tsx'), 'RemindersPage'),
})

export const remindersRoutes = [overview] as const
