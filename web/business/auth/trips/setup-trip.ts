import { openLocalStorage } from '../../../session/storage/key-store.ts'

const KEY = 'setup-trip'
/** Longer than a person takes to log in to another service and to choose a company or enter a card there. */
const VALID_MS = 60 * 60_000

/** Returns this step's address, without an answer of another service. */
export const setupAddress = (): string => {
  const { pathname, search } = window.location
  return pathname + (new URLSearchParams(search).get('setup') === 'true' ? '?setup=true' : '')
}

/** Remembers the step in the set-up to which a person comes back from another service. */
export function rememberSetupTrip(): void {
  openLocalStorage()?.set(KEY, JSON.stringify({ address: setupAddress(), at: Date.now() }))
}

/** Returns the remembered address under one of `paths` and forgets it; null when nobody left the set-up there lately. */
export function endSetupTrip(paths: readonly string[]): string | null {
  const store = openLocalStorage()
  const trip = readTrip(store?.get(KEY) ?? null)
  if (trip === null || !paths.includes(trip.address.split('?')[0] ?? '')) return null
  store?.remove(KEY)
  return Date.now() - trip.at <= VALID_MS ? trip.address : null
}

function readTrip(text: string | null): { address: string; at: number } | null {
  try {
    const { address, at } = JSON.parse(text ?? '') as { address?: unknown; at?: unknown }
    return typeof address === 'string' && typeof at === 'number' ? { address, at } : null
  } catch {
    return null
  }
}
