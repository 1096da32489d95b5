import { Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { MessagePage } from '../ui/message-page.tsx'
import { PayPage } from './pay/pay-page.tsx'
import { isNobodysPortal, NoPortal } from './shell/no-portal.tsx'

const documentViewer = lazyWithRetry(
  () => import('./documents/document-viewer-page.tsx'),
  'DocumentViewerPage',
)

/** The pay link's page is in the entry itself; the others are fetched when first needed. */
const PAGES = {
  '/customer-portal-site': lazyWithRetry(() => import('./shell/portal-site.tsx'), 'PortalSite'),
  '/customer-portal-site-login': lazyWithRetry(() => import('./auth/login-page.tsx'), 'LoginPage'),
  '/customer-portal-site-forgot-password': lazyWithRetry(
    () => import('./auth/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
  '/customer-portal-site-enrol': lazyWithRetry(() => import('./auth/choose-password-page.tsx'), 'EnrolPage'),
  '/confirm-payment-plan': lazyWithRetry(() => import('./auth/confirm-plan-page.tsx'), 'ConfirmPlanPage'),
  '/sandbox-approve': lazyWithRetry(() => import('./sandbox/approve-page.tsx'), 'ApprovePage'),
  '/document-viewer': documentViewer,
  '/customer-portal-site-preview-pdf': documentViewer,
  '/password-reset-confirmation': lazyWithRetry(
    () => import('./auth/choose-password-page.tsx'),
    'ResetPasswordPage',
  ),
}

/** Fetches the page of an address, so that its first picture is the page itself. What fails is said by the page. */
export async function preloadPage(path: string): Promise<void> {
  const page = Object.entries(PAGES).find(([known]) => known === path.replace(/\/$/, ''))?.[1]
  await page?.preload().catch(() => {})
}

const NotFound = () => (
  <MessagePage title="Page not found">The address may be mistyped, or the link may have expired.</MessagePage>
)

const Broken = () => (
  <MessagePage title="Well, this is embarrassing...">
    Something went wrong on this page. Nothing was charged by it. Please reload and try again.
  </MessagePage>
)

/** Every page of the portal. */
export function PortalRoutes() {
  const [path] = useLocation()
  if (isNobodysPortal()) return <NoPortal />
  return (
    <ErrorBoundary resetKey={path} fallback={() => <Broken />}>
      <Suspense fallback={null}>
        <Switch>
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
