import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router'
import type { Session } from '../session/session.ts'
import { lazyWithRetry } from '../ui/layout/lazy-with-retry.ts'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { firstGate } from './shell/first-gate.ts'
import { InternalErrorPage } from './shell/internal-error-page.tsx'

export interface RouterContext {
  readonly session: Session
}

/** Root of every page. Routes of the areas are children of one of the next three routes. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: InternalErrorPage,
})

/** Public pages: login, sign-up, email links. */
export const bareRoute = createRoute({ getParentRoute: () => rootRoute, id: 'bare', component: Outlet })

/** Pages of a signed-in user without an account yet. */
export const personRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'person',
  component: Outlet,
  beforeLoad: ({ context, location }) => requireSession(context, location.href),
})

/**
 * Pages inside the frame: sidebar, top bar, command palette. Redirects users with an unconfirmed address
 * first.
 */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyWithRetry(() => import('./shell/shell.tsx'), 'Shell'),
  beforeLoad: async ({ context, location }) => {
    await requireSession(context, location.href)
    const { emailVerified } = context.session.snapshot()
    const gate = firstGate(emailVerified)
    if (gate !== null) throw redirect({ to: gate })
    void import('./start-queries.ts').then(({ startQueries }) => {
      startQueries(context.session, location.pathname)
    })
  },
})

/** Where accounting platforms redirect users who disconnected there. */
const DISCONNECTED = /^\/\w+-disconnect/

async function requireSession({ session }: RouterContext, wanted: string): Promise<void> {
  const found = await session.check()
  if (found === 'valid') return
  const ended = found === 'no_session' && DISCONNECTED.test(wanted)
  const reason = ended ? 'accounting_platform_disconnected' : found
  throw redirect({ to: '/login', search: { reason, next: wanted } })
}
