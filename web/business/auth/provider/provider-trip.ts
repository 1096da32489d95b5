import { contract } from '../../../../contract/index.ts'
import type { SignInProvider } from '../../../../domain/people/sign-in-providers.ts'
import { ApiError } from '../../../session/calls/api-error.ts'
import type { Session } from '../../../session/session.ts'
import { openLocalStorage } from '../../../session/storage/key-store.ts'

/** State that this browser keeps during an authorization. It binds the callback to this browser. */
export interface Trip {
  readonly state: string
  readonly browser_key: string
  readonly purpose: 'log-in' | 'link'
  /** Path to open after login. */
  readonly next?: string | undefined
}

interface Begun {
  readonly url: string
  readonly data: { readonly state: string; readonly browser_key: string }
}

const keyOf = (provider: SignInProvider): string => `oauth-state-${provider}`

/** Shown when the browser stores nothing: the callback could not be bound to it. */
const KEEPS_NOTHING = 'Your browser blocks site storage. Allow it, or log in with your password.'

export const redirectUrlOf = (page: string): string => window.location.origin + page

/** Redirects to a provider to log in or sign up, with `page` as the callback page. Throws ApiError. */
export async function leaveToLogIn(
  session: Session,
  provider: SignInProvider,
  page: string,
  next: string | undefined,
): Promise<void> {
  const query = { provider, redirect_url: redirectUrlOf(page) }
  leave(provider, await session.call(contract.socialLogins.begin, { query }), { purpose: 'log-in', next })
}

/** Redirects to a provider to link it. */
export const leaveToLink = (provider: SignInProvider, begun: Begun): void =>
  leave(provider, begun, { purpose: 'link' })

function leave(provider: SignInProvider, { url, data }: Begun, about: Pick<Trip, 'purpose' | 'next'>): void {
  const store = openLocalStorage()
  if (store === null) throw new ApiError(400, { detail: KEEPS_NOTHING }, null)
  const { state, browser_key } = data
  store.set(keyOf(provider), JSON.stringify({ state, browser_key, ...about } satisfies Trip))
  window.location.assign(url)
}

/** Returns this browser's authorization state and removes it. */
export function takeTrip(provider: SignInProvider): Trip | null {
  const store = openLocalStorage()
  const text = store?.get(keyOf(provider)) ?? null
  store?.remove(keyOf(provider))
  if (text === null) return null
  try {
    return JSON.parse(text) as Trip
  } catch {
    return null
  }
}
