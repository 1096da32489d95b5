import { Suspense } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { lazyWithRetry } from '../ui/lazy-with-retry.ts'
import { MessagePage } from '../ui/message-page.tsx'
import { PayPage } from './pay/pay-page.tsx'

const PortalSite = lazyWithRetry(() => import('./shell/portal-site.tsx'), 'PortalSite')
const LoginPage = lazyWithRetry(() => import('./auth/login-page.tsx'), 'LoginPage')
const ForgotPasswordPage = lazyWithRetry(
  () => import('./auth/forgot-password-page.tsx'),
  'ForgotPasswordPage',
)
const EnrolPage = lazyWithRetry(() => import('./auth/choose-password-page.tsx'), 'EnrolPage')
const ResetPasswordPage = lazyWithRetry(() => import('./auth/choose-password-page.tsx'), 'ResetPasswordPage')

const NotFound = () => (
  <MessagePage title="Page not found">The address may be mistyped, or the link may have expired.</MessagePage>
)

const Broken = () => (
  <MessagePage title="Well, this is embarrassing...">
    Something went wrong on this page. Nothing was charged by it. Please reload and try again.
  </MessagePage>
)

/** Every page of the portal. The pay link's is in the entry itself; the others are fetched when first needed. */
export function PortalRoutes() {
  const [path] = useLocation()
  return (
    <ErrorBoundary resetKey={path} fallback={() => <Broken />}>
      <Suspense fallback={null}>
        <Switch>
          <Route path="/pay-invoice" component={PayPage} />
          <Route path="/customer-portal-site" component={PortalSite} />
          <Route path="/customer-portal-site-login" component={LoginPage} />
          <Route path="/customer-portal-site-forgot-password" component={ForgotPasswordPage} />
          <Route path="/forgot-password">
            <Redirect to="/customer-portal-site-forgot-password" replace />
          </Route>
          <Route path="/customer-portal-site-enrol" component={EnrolPage} />
          <Route path="/password-reset-confirmation" component={ResetPasswordPage} />
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}
