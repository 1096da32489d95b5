import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { shellRoute } from '../root-routes.tsx'

/** The steps after the first, which needs no account. */
export const registrationRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/registration/$step',
    component: lazyWithRetry(() => import('../accounts/registration-step.tsx'), 'RegistrationStep'),
  }),
] as const
