import { type ReactNode, Suspense } from 'react'
import { t } from '../ui/language/text.ts'
import { ErrorBoundary } from '../ui/layout/error-boundary.tsx'
import { lazyWithRetry } from '../ui/layout/lazy-with-retry.ts'
import { MessagePage } from '../ui/layout/message-page.tsx'
import { usePathname, useSearch } from './location.ts'
import { isNobodysPortal } from './nobodys-portal.ts'
import { PayPage } from './pay/pay-page.tsx'
import { Redirect } from './redirect.tsx'

const documentViewer = lazyWithRetry(
  () => import('./documents/document-viewer-page.tsx'),
  'DocumentViewerPage',
)

/** Loaded for a pay link of several invoices. */
const SeveralPage = lazyWithRetry(() => import('./several/several-page.tsx'), 'SeveralPage')

/** The pay link's page is in the entry bundle; the others are loaded when first needed. */
const PAGES = {
  '/customer-portal-site': lazyWithRetry(() => import('./shell/portal-site.tsx'), 'PortalSite'),
  '/customer-portal-site-login': lazyWithRetry(() => import('./auth/login-page.tsx'), 'LoginPage'),
  '/customer-portal-site-forgot-password': lazyWithRetry(
    () => import('./auth/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
  '/customer-portal-site-enrol': lazyWithRetry(() => import('./auth/choose-password-page.tsx'), 'EnrollPage'),
  '/confirm-payment-plan': lazyWithRetry(
    () => import('./payment-plan/confirm-plan-page.tsx'),
    'ConfirmPlanPage',
  ),
  '/unsubscribe': lazyWithRetry(() => import('./unsubscribe/unsubscribe-page.tsx'), 'UnsubscribePage'),
  '/sandbox-approve': lazyWithRetry(() => import('./sandbox/approve-page.tsx'), 'ApprovePage'),
  '/document-viewer': documentViewer,
  '/customer-portal-site-preview-pdf': documentViewer,
  '/password-reset-confirmation': lazyWithRetry(
    () => import('./auth/choose-password-page.tsx'),
    'ResetPasswordPage',
  ),
}

/** An address in lower case, without a slash at its end. */
const plain = (path: string): string => path.replace(/\/$/, '').toLowerCase()

const pageOf = (path: string) => (Object.hasOwn(PAGES, path) ? PAGES[path as keyof typeof PAGES] : undefined)

/** Loads the page of an address, so that the first render shows it. The page itself reports errors. */
export async function preloadPage(path: string): Promise<void> {
  await pageOf(plain(path))
    ?.preload()
    .catch(() => {})
}

const NoPortal = lazyWithRetry(() => import('./auth/no-portal.tsx'), 'NoPortal')
const ErrorActions = lazyWithRetry(() => import('./error-actions.tsx'), 'ErrorActions')

/** Error actions, and a plain link when their code can't be loaded. */
const WAYS_ON = (
  <ErrorBoundary resetKey="" fallback={() => <a href="/">{t('Start again')}</a>}>
    <Suspense>
      <ErrorActions />
    </Suspense>
  </ErrorBoundary>
)

const NotFound = () => (
  <MessagePage title={t('Page not found')} actions={WAYS_ON}>
    {t('The address may be mistyped, or the link may have expired.')}
  </MessagePage>
)

const Broken = () => (
  <MessagePage title={t('Well, this is embarrassing...')} actions={WAYS_ON}>
    {t('Something went wrong on this page. Please reload and try again.')}
  </MessagePage>
)

/** The page of an address. */
function pageAt(path: string): ReactNode {
  if (isNobodysPortal()) return <NoPortal />
  if (path === '/pay-invoice') return <PayPage several={SeveralPage} />
  if (path === '/forgot-password') return <Redirect to="/customer-portal-site-forgot-password" />
  const Page = pageOf(path)
  return Page ? <Page /> : <NotFound />
}

/** Shows the page of the address. */
export function PortalRoutes() {
  const path = usePathname()
  // Tabs and invoices are query parameters.
  const search = useSearch()
  return (
    <ErrorBoundary resetKey={path + search} fallback={() => <Broken />}>
      <Suspense fallback={null}>{pageAt(plain(path))}</Suspense>
    </ErrorBoundary>
  )
}
