import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { shellRoute } from '../root-routes.tsx'

/** Registration steps after the first. The first needs no account. */
export const registrationRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/registration/$step',
    component: lazyWithRetry(() => import('../accounts/registration-step.tsx'), 'RegistrationStep'),
  }),
] as const
