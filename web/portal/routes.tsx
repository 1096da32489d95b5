import { Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { MessagePage } from '../ui/message-page.tsx'

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
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}
