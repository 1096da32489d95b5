import type { SignInProvider } from '../../../domain/people/sign-in-providers.ts'

/** A login callback page, or a page for platforms and processors to which nothing here redirects yet. */
export type ReturnStop =
  | {
      readonly provider: SignInProvider
      /** Accounting platform that returns here too, when this browser began to connect it. */
      readonly alsoBooks?: string
      /**
       * Callback path of an authorization that the page starts itself; null where it starts none.
       */
      readonly startsFor: string | null
    }
  | { readonly name: string; readonly retry: string }
  /** An accounting platform that is connected. */
  | { readonly name: string; readonly books: string }
  | {
      readonly name: string
      /** Processor that is connected. */
      readonly connects: string
      /** Parameters without which its answer is incomplete, besides the state. */
      readonly needs: readonly string[]
      /** The parameter in which it returns the state; `state` by default. */
      readonly stateAs?: string
    }

const QUICKBOOKS_END = '/qbo-openid-end'
const XERO_END = '/sso/xero/signup/end'
const PLATFORMS = '/settings/accounting-connection'

const back = (provider: SignInProvider, startsFor: string | null = null): ReturnStop => ({
  provider,
  startsFor,
})

/** Purpose of each callback page. */
export const RETURN_STOPS: Readonly<Record<string, ReturnStop>> = {
  '/google-redirect': back('google'),
  '/facebook-redirect': back('facebook'),
  [QUICKBOOKS_END]: back('quickbooks'),
  '/qbo-openid-start': back('quickbooks', QUICKBOOKS_END),
  '/quickbooks-sso': back('quickbooks', QUICKBOOKS_END),
  '/openid-login': back('quickbooks', QUICKBOOKS_END),
  '/xero-redirect': { ...back('xero'), alsoBooks: 'xero' },
  [XERO_END]: back('xero'),
  '/sso/xero/signup/start': back('xero', XERO_END),
  '/quickbooks-redirect': { name: 'QuickBooks', books: 'quickbooks' },
  '/qbo-legacy-callback': { name: 'QuickBooks', retry: PLATFORMS },
  '/clio-redirect': { name: 'Clio', books: 'clio' },
  '/stripe-callback': { name: 'Stripe', connects: 'stripe_connect', needs: ['code', 'scope'] },
  '/lawpay-callback': { name: 'LawPay', connects: 'lawpay', needs: ['code'] },
  '/paypal-callback': {
    name: 'PayPal',
    connects: 'paypal',
    needs: ['merchantIdInPayPal'],
    stateAs: 'merchantId',
  },
  '/quickbooks-payments-callback': {
    name: 'QuickBooks Payments',
    connects: 'quickbooks_payments',
    needs: ['code', 'realmId'],
  },
}
