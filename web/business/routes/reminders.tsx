import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { readListSearch } from '../list-search.ts'
import { REMINDERS_LIST, REMINDERS_PATH } from '../reminders/overview/reminders-list.ts'
import { shellRoute } from '../root-routes.tsx'

const overview = createRoute({
  getParentRoute: () => shellRoute,
  path: REMINDERS_PATH,
  validateSearch: readListSearch(REMINDERS_LIST),
  component: lazyWithRetry(() => import('../reminders/overview/reminders-page.tsx'), 'RemindersPage'),
})

export const remindersRoutes = [overview] as const
