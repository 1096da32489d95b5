import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { WORKLIST_PATH } from '../paths.ts'
import { shellRoute } from '../root-routes.tsx'

export const worklistRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: WORKLIST_PATH,
  component: lazyWithRetry(() => import('../worklist/worklist-page.tsx'), 'WorklistPage'),
})
