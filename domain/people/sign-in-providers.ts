/**
 * Identity providers and the callback pages of each. The first page is for login and linking.
 */
export const SIGN_IN_PROVIDERS = {
  google: { name: 'Google', pages: ['/google-redirect'] },
  facebook: { name: 'Facebook', pages: ['/facebook-redirect'] },
  quickbooks: {
    name: 'QuickBooks',
    pages: ['/qbo-openid-end', '/qbo-openid-start', '/quickbooks-sso', '/openid-login'],
  },
  xero: { name: 'Xero', pages: ['/xero-redirect', '/sso/xero/signup/end'] },
} as const satisfies Record<string, { name: string; pages: readonly [string, ...string[]] }>

export type SignInProvider = keyof typeof SIGN_IN_PROVIDERS

export const SIGN_IN_PROVIDER_IDS = Object.keys(SIGN_IN_PROVIDERS) as [SignInProvider, ...SignInProvider[]]

/**
 * The page that ends a sign-up begun at Xero. It requires a scope beside the code, and always requests an
 * address.
 */
export const XERO_SIGN_UP_END = '/sso/xero/signup/end'

/** Error text for a callback that lacks a required value. */
export const PARAMETERS_MISSING = 'The provider did not supply the required query parameters.'

/** True when a callback is complete: a code, and at the end of a Xero sign-up a scope too. */
export const isWholeAnswer = (page: string, code: string, scope: string): boolean =>
  code !== '' && (page !== XERO_SIGN_UP_END || scope !== '')
