import { contract } from '../../../../contract/index.ts'
import type { SignInProvider } from '../../../../domain/people/sign-in-providers.ts'
import { ApiError } from '../../../session/calls/api-error.ts'
import type { Session } from '../../../session/session.ts'
import { openLocalStorage } from '../../../session/storage/key-store.ts'

/** What this browser keeps while its person is at a provider. Nobody else's answer is taken for theirs. */
export interface Trip {
  readonly state: string
  readonly browser_key: string
  readonly purpose: 'log-in' | 'link'
  /** Where to go on once in. */
  readonly next?: string | undefined
}

interface Begun {
  readonly url: string
  readonly data: { readonly state: string; readonly browser_key: string }
}

const keyOf = (provider: SignInProvider): string => `oauth-state-${provider}`

/** Said where a browser keeps nothing: it could not be told from another one when its person is back. */
const KEEPS_NOTHING =
  'This browser keeps nothing between pages, so it would not know you when you are back. Allow site storage, or log in with your password.'

export const redirectUrlOf = (page: string): string => window.location.origin + page

/** Leaves for a provider to log in or sign up, and to come back to `page`. Throws ApiError. */
export async function leaveToLogIn(
  session: Session,
  provider: SignInProvider,
  page: string,
  next: string | undefined,
): Promise<void> {
  const query = { provider, redirect_url: redirectUrlOf(page) }
  leave(provider, await session.call(contract.socialLogins.begin, { query }), { purpose: 'log-in', next })
}

/** Leaves for a provider that is to be linked. */
export const leaveToLink = (provider: SignInProvider, begun: Begun): void =>
  leave(provider, begun, { purpose: 'link' })

function leave(provider: SignInProvider, { url, data }: Begun, about: Pick<Trip, 'purpose' | 'next'>): void {
  const store = openLocalStorage()
  if (store === null) throw new ApiError(400, { detail: KEEPS_NOTHING }, null)
  const { state, browser_key } = data
  store.set(keyOf(provider), JSON.stringify({ state, browser_key, ...about } satisfies Trip))
  window.location.assign(url)
}

/** The trip that this browser set out on, once. */
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
