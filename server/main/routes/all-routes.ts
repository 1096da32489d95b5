import type { BoundRoute } from '../../platform/http/handlers.ts'
import { REGISTRIES } from '../rooms.ts'
import { devRoutes, mailboxRoutes } from './dev-routes.ts'
import { installationRoutes } from './installation-routes.ts'
import { sandboxRoutes } from './sandbox-routes.ts'

/** All routes. Demo routes exist only in demo mode, mailbox routes only where emails go to it. */
export const routesOf = (demo: boolean, mailbox: boolean): BoundRoute[] => [
  ...REGISTRIES.flatMap(({ routes = [] }) => routes),
  ...sandboxRoutes,
  ...installationRoutes,
  ...(demo ? devRoutes : []),
  ...(mailbox ? mailboxRoutes : []),
]
