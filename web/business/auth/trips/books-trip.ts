import { openLocalStorage } from '../../../session/storage/key-store.ts'

const keyOf = (provider: string): string => `books-state-${provider}`

/**
 * Goes to an accounting platform. Remembers the state, so that a callback page that serves logins too can tell which of both came
 * back. The server checks the state itself.
 */
export function leaveToConnect(provider: string, url: string): void {
  const state = new URL(url).searchParams.get('state')
  if (state !== null) openLocalStorage()?.set(keyOf(provider), state)
  window.location.assign(url)
}

/** True when this browser left to connect the platform with the state that came back. */
export function isBooksTrip(provider: string, query: URLSearchParams): boolean {
  const state = query.get('state')
  return state !== null && openLocalStorage()?.get(keyOf(provider)) === state
}
