import { MINUTE_MS } from '../../../domain/dates/durations.ts'
import {
  SIGN_IN_PROVIDERS,
  type SignInProvider,
  XERO_SIGN_UP_END,
} from '../../../domain/people/sign-in-providers.ts'

/** Applies twice: from the start of an authorization to its callback, and from the callback to the login. */
export const AUTHORIZATION_LIFE_MS = 10 * MINUTE_MS

/** Time in which a replaced access token still returns the current one: several tabs refresh at about the same time. */
const REFRESH_GRACE_MS = 30_000

/** Reason for which a person is sent to a provider. */
export type Purpose = 'log-in' | 'link'

/**
 * Purposes of links that set a new portal password. The second one also removes the second factor that the mail was
 * about.
 */
export const PORTAL_RESETS = ['portal_reset', 'portal_undo_second_factor'] as const
export type PortalReset = (typeof PORTAL_RESETS)[number]

/**
 * True for the generation just before the current one, if it was replaced within the grace time: another tab was faster.
 * Any other replaced token is a copy in somebody else's hands.
 */
export const isPredecessor = (
  session: { generation: number; rotatedAtMs: number },
  presented: number,
  nowMs: number,
): boolean => presented === session.generation - 1 && nowMs - session.rotatedAtMs <= REFRESH_GRACE_MS

/** Addresses to which a provider may send people back. */
export const redirectUrlsOf = (appOrigin: string, provider: SignInProvider): string[] =>
  SIGN_IN_PROVIDERS[provider].pages.map((page) => appOrigin + page)

/** Returns the path of the page that an address names letter by letter, or null for any other address. */
export function pageOf(appOrigin: string, provider: SignInProvider, redirectUrl: string): string | null {
  const { pages } = SIGN_IN_PROVIDERS[provider]
  return pages.find((page) => appOrigin + page === redirectUrl) ?? null
}

/** Returns the scopes to request, or null if one of the requested scopes is not offered. */
export function chooseScopes(
  requested: string | undefined,
  offered: readonly string[],
): readonly string[] | null {
  const wanted = (requested ?? '').split(/[\s,]+/).filter((scope) => scope !== '')
  if (wanted.length === 0) return offered
  return wanted.every((scope) => offered.includes(scope)) ? wanted : null
}

/** Path to open after a callback: the app, or the sign-up form that asks for the data the provider did not return. */
export function nextPath(
  provider: SignInProvider,
  page: string,
  person: { readonly known: boolean; readonly email: string | null },
): string {
  if (person.known) return '/'
  const asksEmail = page === XERO_SIGN_UP_END || person.email === null
  return `/signup?${asksEmail ? 'require_email=1&' : ''}lead=${provider}`
}
