import { createRoute, notFound } from '@tanstack/react-router'
import type { SignInProvider } from '../../../domain/sign-in-providers.ts'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { waysIn } from '../auth/ways-in.ts'
import { bareRoute } from '../root-routes.tsx'
import { leaveWhenSignedIn, readLoginSearch } from './auth.tsx'

const Page = lazyWithRetry(() => import('../auth/provider-page.tsx'), 'ProviderPage')
const Unconnected = lazyWithRetry(() => import('../auth/unconnected-page.tsx'), 'UnconnectedPage')

const loginSocial = createRoute({
  getParentRoute: () => bareRoute,
  path: '/login-social',
  validateSearch: readLoginSearch,
  beforeLoad: async (given) => {
    if (!waysIn().socialLogin) throw notFound()
    await leaveWhenSignedIn(given)
  },
  component: lazyWithRetry(() => import('../auth/login-social-page.tsx'), 'LoginSocialPage'),
})

/** Where a provider by which people log in sends them back; with `startsFor` also where they set out. */
const stop = <const Path extends string>(
  page: Path,
  provider: SignInProvider,
  startsFor: string | null = null,
) =>
  createRoute({
    getParentRoute: () => bareRoute,
    path: page,
    component: () => <Page {...{ page, provider, startsFor }} />,
  })

/** Where a platform or a payment processor would send somebody back whom nothing here sends there yet. */
const unconnected = <const Path extends string>(page: Path, name: string, retry: string) =>
  createRoute({
    getParentRoute: () => bareRoute,
    path: page,
    component: () => <Unconnected {...{ name, retry }} />,
  })

const QUICKBOOKS_END = '/qbo-openid-end'
const PLATFORMS = '/settings/account-settings'
const PROCESSORS = '/settings/payment-settings'

export const providersRoutes = [
  loginSocial,
  stop('/google-redirect', 'google'),
  stop('/facebook-redirect', 'facebook'),
  stop(QUICKBOOKS_END, 'quickbooks'),
  stop('/qbo-openid-start', 'quickbooks', QUICKBOOKS_END),
  stop('/quickbooks-sso', 'quickbooks', QUICKBOOKS_END),
  stop('/openid-login', 'quickbooks', QUICKBOOKS_END),
  stop('/xero-redirect', 'xero'),
  stop('/sso/xero/signup/end', 'xero'),
  stop('/sso/xero/signup/start', 'xero', '/sso/xero/signup/end'),
  unconnected('/quickbooks-redirect', 'QuickBooks', PLATFORMS),
  unconnected('/qbo-legacy-callback', 'QuickBooks', PLATFORMS),
  unconnected('/clio-redirect', 'Clio', PLATFORMS),
  unconnected('/stripe-callback', 'Stripe', PROCESSORS),
  unconnected('/lawpay-callback', 'LawPay', PROCESSORS),
  unconnected('/paypal-callback', 'PayPal', PROCESSORS),
  unconnected('/quickbooks-payments-callback', 'QuickBooks Payments', PROCESSORS),
] as const
