import type { SignInProvider } from '../../../domain/people/sign-in-providers.ts'

/** A page by which people log in, or one to which a platform or processor would send somebody whom nothing here sends there yet. */
export type ReturnStop =
  | {
      readonly provider: SignInProvider
      /** Where the provider is to send back to who comes here without an answer; null where nobody sets out. */
      readonly startsFor: string | null
    }
  | { readonly name: string; readonly retry: string }

const QUICKBOOKS_END = '/qbo-openid-end'
const XERO_END = '/sso/xero/signup/end'
const PLATFORMS = '/settings/accounting-connection'
const PROCESSORS = '/settings/payment-settings'

const back = (provider: SignInProvider, startsFor: string | null = null): ReturnStop => ({
  provider,
  startsFor,
})

/** What each page is for. */
export const RETURN_STOPS: Readonly<Record<string, ReturnStop>> = {
  '/google-redirect': back('google'),
  '/facebook-redirect': back('facebook'),
  [QUICKBOOKS_END]: back('quickbooks'),
  '/qbo-openid-start': back('quickbooks', QUICKBOOKS_END),
  '/quickbooks-sso': back('quickbooks', QUICKBOOKS_END),
  '/openid-login': back('quickbooks', QUICKBOOKS_END),
  '/xero-redirect': back('xero'),
  [XERO_END]: back('xero'),
  '/sso/xero/signup/start': back('xero', XERO_END),
  '/quickbooks-redirect': { name: 'QuickBooks', retry: PLATFORMS },
  '/qbo-legacy-callback': { name: 'QuickBooks', retry: PLATFORMS },
  '/clio-redirect': { name: 'Clio', retry: PLATFORMS },
  '/stripe-callback': { name: 'Stripe', retry: PROCESSORS },
  '/lawpay-callback': { name: 'LawPay', retry: PROCESSORS },
  '/paypal-callback': { name: 'PayPal', retry: PROCESSORS },
  '/quickbooks-payments-callback': { name: 'QuickBooks Payments', retry: PROCESSORS },
}
