import type { BoundRoute } from '../platform/http/handlers.ts'
import { devRoutes, mailboxRoutes } from './dev-routes.ts'
import { installationRoutes } from './installation-routes.ts'
import { REGISTRIES } from './rooms.ts'
import { sandboxRoutes } from './sandbox-routes.ts'

/** All routes. The demo's own exist only in demo mode, its mailbox only where emails go to it. */
export const routesOf = (demo: boolean, mailbox: boolean): BoundRoute[] => [
  ...REGISTRIES.flatMap(({ routes = [] }) => routes),
  ...sandboxRoutes,
  ...installationRoutes,
  ...(demo ? devRoutes : []),
  ...(mailbox ? mailboxRoutes : []),
]
