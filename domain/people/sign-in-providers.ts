/**
 * Who else may say who somebody is, and the pages of ours to which each may send them back. The first page is for logging
 * in and for linking.
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

export const isSignInProvider = (text: unknown): text is SignInProvider =>
  typeof text === 'string' && Object.hasOwn(SIGN_IN_PROVIDERS, text)

/** The page that ends a sign-up begun at Xero. It takes a scope beside the code, and asks for an address in any case. */
export const XERO_SIGN_UP_END = '/sso/xero/signup/end'

/** Said wherever a provider sent somebody back without what it has to bring along. */
export const PARAMETERS_MISSING = 'The provider did not supply the required query parameters.'

/** Whether the answer of a provider at this page is whole: a code, and at the end of a Xero sign-up its scope as well. */
export const isWholeAnswer = (page: string, code: string, scope: string): boolean =>
  code !== '' && (page !== XERO_SIGN_UP_END || scope !== '')
