import { createRouter } from '@tanstack/react-router'
import { bareRoute, rootRoute, shellRoute } from './root-routes.tsx'
import { InternalErrorPage } from './shell/internal-error-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'

const routeTree = rootRoute.addChildren([shellRoute.addChildren([]), bareRoute.addChildren([])])

/** Each room's routes are added to the tree above; their screens are fetched when first needed. */
export const router = createRouter({
  routeTree,
  defaultErrorComponent: InternalErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
