import { createRoute } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { bareRoute, shellRoute } from '../root-routes.tsx'

type Kind = 'customers' | 'invoices'

const start = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports',
  validateSearch: (search: Record<string, unknown>): { kind: Kind } => ({
    kind: search.kind === 'invoices' ? 'invoices' : 'customers',
  }),
  component: lazyWithRetry(() => import('../imports/imports-page.tsx'), 'ImportsPage'),
})

const run = createRoute({
  getParentRoute: () => shellRoute,
  path: '/imports/$importId',
  validateSearch: ({ kind }: Record<string, unknown>): { kind?: Kind } =>
    kind === 'customers' || kind === 'invoices' ? { kind } : {},
  component: lazyWithRetry(() => import('../imports/import-page.tsx'), 'ImportPage'),
})

/** Public. A visitor whose session has ended is not redirected. */
const migrationStarted = createRoute({
  getParentRoute: () => bareRoute,
  path: '/migration-started',
  beforeLoad: async ({ context }) => {
    await context.session.check()
  },
  component: lazyWithRetry(() => import('../imports/migration-page.tsx'), 'MigrationStartedPage'),
})

export const migrationRoutes = [migrationStarted] as const
export const importsRoutes = [start, run] as const
