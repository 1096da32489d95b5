import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router'
import { openBrowserSession } from '../session/browser-session.ts'
import { NotFoundPage } from './layout/not-found-page.tsx'
import { bareRoute, personRoute, rootRoute, shellRoute } from './root-routes.tsx'
import { authRoutes, personRoutes } from './routes/auth.tsx'
import { customersRoutes } from './routes/customers.tsx'
import { dashboardRoutes } from './routes/dashboard.tsx'
import { importsRoutes, migrationRoutes } from './routes/imports.tsx'
import { invoicesRoutes } from './routes/invoices.tsx'
import { lateFeesRoutes } from './routes/late-fees.tsx'
import { paymentPlansRoutes } from './routes/payment-plans.tsx'
import { paymentsRoutes } from './routes/payments.tsx'
import { providersRoutes } from './routes/providers.tsx'
import { disconnectedRoutes, otherRoutes, publicRoutes } from './routes/public.tsx'
import { registrationRoutes } from './routes/registration.tsx'
import { remindersRoutes } from './routes/reminders.tsx'
import { reportsRoutes } from './routes/reports.tsx'
import { settingsRoutes } from './routes/settings.tsx'
import { statementsRoutes } from './routes/statements.tsx'
import { worklistRoute } from './routes/worklist.tsx'
import { InternalErrorPage } from './shell/internal-error-page.tsx'

/** Each area lists its routes in routes/<area>.tsx; screens are loaded when first needed. */
const routeTree = rootRoute.addChildren([
  bareRoute.addChildren([...authRoutes, ...providersRoutes, ...publicRoutes, ...migrationRoutes]),
  personRoute.addChildren([...personRoutes, ...disconnectedRoutes]),
  shellRoute.addChildren([
    ...dashboardRoutes,
    ...customersRoutes,
    ...invoicesRoutes,
    ...paymentsRoutes,
    ...remindersRoutes,
    ...lateFeesRoutes,
    ...paymentPlansRoutes,
    ...statementsRoutes,
    ...reportsRoutes,
    worklistRoute,
    ...importsRoutes,
    ...settingsRoutes,
    ...registrationRoutes,
    ...otherRoutes,
  ]),
])

export const browserSession = openBrowserSession(async (reason) => {
  const { pathname, href } = router.state.location
  const search = reason === null ? {} : { reason, ...(pathname !== '/login' && { next: href }) }
  await router.navigate({ to: '/login', search })
  const { forgetQueries } = await import('./start-queries.ts')
  forgetQueries()
})

export const router = createRouter({
  routeTree,
  // Query values are plain text: ?page=2, without quotes.
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
  context: { session: browserSession.session },
  defaultErrorComponent: InternalErrorPage,
  defaultNotFoundComponent: NotFoundPage,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
