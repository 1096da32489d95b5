import { KEYS, type KeyStore } from './key-store.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const LONGEST = 200

/**
 * Keeps what campaign brought a visitor, as their address says (utm_source and its like), for 30 days. The first
 * campaign holds until it lapses; a lapsed one is removed. The sign-up tells it.
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

/** The campaign that is kept, written as in an address; '' when there is none, or what is kept isn't one. */
export function readMarketingSource(store: KeyStore, nowMs: number): string {
  const kept = store.get(KEYS.marketingSource)
  if (kept === null || !(Number(store.get(KEYS.marketingSourceExpiry)) > nowMs)) return ''
  try {
    return new URLSearchParams(JSON.parse(kept)).toString().slice(0, LONGEST)
  } catch {
    return ''
  }
}
