import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { NotFoundPage } from './shell/not-found-page.tsx'

/** The root of every page. Room routes hang below `shellRoute` (signed in) or `bareRoute` (no frame around them). */
export const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage })

/** Pages inside the frame: sidebar, top bar, command palette. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyWithRetry(() => import('./shell/shell.tsx'), 'Shell'),
})

/** Pages on their own: sign-in, sign-up, redirects, errors. */
export const bareRoute = createRoute({ getParentRoute: () => rootRoute, id: 'bare', component: Outlet })
