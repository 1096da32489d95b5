import {
  isWholeAnswer,
  SIGN_IN_PROVIDERS,
  type SignInProvider,
  XERO_SIGN_UP_END,
} from '../../../domain/people/sign-in-providers.ts'

/** From leaving for the provider to coming back, and from there to being in. */
export const AUTHORIZATION_LIFE_MS = 10 * 60_000

/** What somebody is sent to a provider for. */
export type Purpose = 'log-in' | 'link'

export const pagesOf = (appOrigin: string, provider: SignInProvider): string[] =>
  SIGN_IN_PROVIDERS[provider].pages.map((page) => appOrigin + page)

/** The page of ours that an address names, letter by letter; null for any other address. */
export function pageOf(appOrigin: string, provider: SignInProvider, redirectUrl: string): string | null {
  const { pages } = SIGN_IN_PROVIDERS[provider]
  return pages.find((page) => appOrigin + page === redirectUrl) ?? null
}

/** The scopes that are asked for, or null when there is one among them that no login needs. */
export function chooseScopes(
  asked: string | undefined,
  offered: readonly string[],
): readonly string[] | null {
  const wanted = (asked ?? '').split(/[\s,]+/).filter((scope) => scope !== '')
  if (wanted.length === 0) return offered
  return wanted.every((scope) => offered.includes(scope)) ? wanted : null
}

export const isWhole = isWholeAnswer

/** Where somebody goes on who has come back: into the app, or to the sign-up that asks for what the provider did not tell. */
export function wayOn(
  provider: SignInProvider,
  page: string,
  person: { readonly known: boolean; readonly email: string | null },
): string {
  if (person.known) return '/'
  const asksEmail = page === XERO_SIGN_UP_END || person.email === null
  return `/signup?${asksEmail ? 'require_email=1&' : ''}lead=${provider}`
}
