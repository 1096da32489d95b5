import { useState } from 'react'
import {
  createMemoryStore,
  type KeyStore,
  ONBOARDING_KEY,
  openLocalStorage,
} from '../../session/storage/key-store.ts'

/** Accounts whose first steps were dismissed on this device. A malformed value counts as none. */
export function seenOnboarding(store: KeyStore): readonly string[] {
  try {
    const kept: unknown = JSON.parse(store.get(ONBOARDING_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : []
  } catch {
    return []
  }
}

export function rememberOnboarding(store: KeyStore, account: string, seen: boolean): void {
  const others = seenOnboarding(store).filter((id) => id !== account)
  store.set(ONBOARDING_KEY, JSON.stringify(seen ? [...others, account] : others))
}

const device = openLocalStorage() ?? createMemoryStore()

/** Whether this account's first steps were dismissed here, and a function that dismisses them. */
export function useSeenOnboarding(account: string): readonly [boolean, (seen: boolean) => void] {
  const [seen, setSeen] = useState(() => seenOnboarding(device))
  return [
    seen.includes(account),
    (now) => {
      rememberOnboarding(device, account, now)
      setSeen(seenOnboarding(device))
    },
  ]
}
