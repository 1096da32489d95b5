import { KEYS, type KeyStore } from './key-store.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const LONGEST = 200

/**
 * Stores a visitor's campaign from the address (utm_source and the like) for 30 days. The first campaign
 * stays until it expires; an expired one is removed. The sign-up sends it.
 */
export function keepMarketingSource(store: KeyStore, search: string, nowMs: number): void {
  if (readMarketingSource(store, nowMs) !== '') return
  store.remove(KEYS.marketingSource)
  store.remove(KEYS.marketingSourceExpiry)
  const found = [...new URLSearchParams(search)].filter(([name]) => /^utm_[a-z]{1,20}$/.test(name))
  if (found.length === 0) return
  const source = Object.fromEntries(found.map(([name, value]) => [name, value.slice(0, LONGEST)]))
  store.set(KEYS.marketingSource, JSON.stringify(source))
  store.set(KEYS.marketingSourceExpiry, String(nowMs + KEPT_MS))
}

/** The stored campaign as query text; '' when there is none or it is malformed. */
export function readMarketingSource(store: KeyStore, nowMs: number): string {
  const kept = store.get(KEYS.marketingSource)
  if (kept === null || !(Number(store.get(KEYS.marketingSourceExpiry)) > nowMs)) return ''
  try {
    return new URLSearchParams(JSON.parse(kept)).toString().slice(0, LONGEST)
  } catch {
    return ''
  }
}
