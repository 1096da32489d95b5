import { createRoute, notFound } from '@tanstack/react-router'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { loginOptions } from '../auth/login-options.ts'
import { bareRoute } from '../root-routes.tsx'
import { leaveWhenSignedIn, readLoginSearch } from './auth.tsx'

const ReturnPage = lazyWithRetry(() => import('../auth/return-page.tsx'), 'ReturnPage')

const loginSocial = createRoute({
  getParentRoute: () => bareRoute,
  path: '/login-social',
  validateSearch: readLoginSearch,
  beforeLoad: async (given) => {
    if (!loginOptions().socialLogin) throw notFound()
    await leaveWhenSignedIn(given)
  },
  component: lazyWithRetry(() => import('../auth/provider/login-social-page.tsx'), 'LoginSocialPage'),
})

/** Callback pages. The purpose of each is in return-stops.ts, which loads with its screen. */
const RETURN_PAGES = [
  '/google-redirect',
  '/facebook-redirect',
  '/qbo-openid-start',
  '/qbo-openid-end',
  '/qbo-legacy-callback',
  '/openid-login',
  '/quickbooks-sso',
  '/quickbooks-redirect',
  '/quickbooks-payments-callback',
  '/xero-redirect',
  '/sso/xero/signup/start',
  '/sso/xero/signup/end',
  '/clio-redirect',
  '/stripe-callback',
  '/lawpay-callback',
  '/paypal-callback',
]

export const providersRoutes = [
  loginSocial,
  ...RETURN_PAGES.map((path) =>
    createRoute({ getParentRoute: () => bareRoute, path, component: ReturnPage }),
  ),
]
