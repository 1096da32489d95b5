import { Suspense } from 'react'
import { Redirect, Route, Switch, useLocation, useSearch } from 'wouter'
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx'
import { lazyWithRetry } from '../ui/layout/lazy-with-retry.ts'
import { MessagePage } from '../ui/layout/message-page.tsx'
import { isNobodysPortal } from './nobodys-portal.ts'
import { PayPage } from './pay/pay-page.tsx'

const documentViewer = lazyWithRetry(
  () => import('./documents/document-viewer-page.tsx'),
  'DocumentViewerPage',
)

/** The pay link's page is in the entry bundle; the others are loaded when first needed. */
const PAGES = {
  '/customer-portal-site': lazyWithRetry(() => import('./shell/portal-site.tsx'), 'PortalSite'),
  '/customer-portal-site-login': lazyWithRetry(() => import('./auth/login-page.tsx'), 'LoginPage'),
  '/customer-portal-site-forgot-password': lazyWithRetry(
    () => import('./auth/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
  '/customer-portal-site-enrol': lazyWithRetry(() => import('./auth/choose-password-page.tsx'), 'EnrollPage'),
  '/confirm-payment-plan': lazyWithRetry(() => import('./auth/confirm-plan-page.tsx'), 'ConfirmPlanPage'),
  '/unsubscribe': lazyWithRetry(() => import('./unsubscribe/unsubscribe-page.tsx'), 'UnsubscribePage'),
  '/sandbox-approve': lazyWithRetry(() => import('./sandbox/approve-page.tsx'), 'ApprovePage'),
  '/document-viewer': documentViewer,
  '/customer-portal-site-preview-pdf': documentViewer,
  '/password-reset-confirmation': lazyWithRetry(
    () => import('./auth/choose-password-page.tsx'),
    'ResetPasswordPage',
  ),
}

/** Loads the page of an address, so that the first render shows it. The page itself reports errors. */
export async function preloadPage(path: string): Promise<void> {
  const page = Object.entries(PAGES).find(([known]) => known === path.replace(/\/$/, ''))?.[1]
  await page?.preload().catch(() => {})
}

const NoPortal = lazyWithRetry(() => import('./auth/no-portal.tsx'), 'NoPortal')
const ErrorActions = lazyWithRetry(() => import('./error-actions.tsx'), 'ErrorActions')

/** Error actions, and a plain link when their code can't be loaded. */
const WAYS_ON = (
  <ErrorBoundary resetKey="" fallback={() => <a href="/">Start again</a>}>
    <Suspense>
      <ErrorActions />
    </Suspense>
  </ErrorBoundary>
)

const NotFound = () => (
  <MessagePage title="Page not found" actions={WAYS_ON}>
    The address may be mistyped, or the link may have expired.
  </MessagePage>
)

const Broken = () => (
  <MessagePage title="Well, this is embarrassing..." actions={WAYS_ON}>
    Something went wrong on this page. Please reload and try again.
  </MessagePage>
)

/** Routes of the portal. */
export function PortalRoutes() {
  const [path] = useLocation()
  // Tabs and invoices are query parameters.
  const search = useSearch()
  return (
    <ErrorBoundary resetKey={path + search} fallback={() => <Broken />}>
      <Suspense fallback={null}>
        <Switch>
          {isNobodysPortal() && <Route component={NoPortal} />}
          <Route path="/pay-invoice" component={PayPage} />
          {Object.entries(PAGES).map(([address, page]) => (
            <Route key={address} path={address} component={page} />
          ))}
          <Route path="/forgot-password">
            <Redirect to="/customer-portal-site-forgot-password" replace />
          </Route>
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}
