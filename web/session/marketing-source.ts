import { KEYS, type KeyStore } from './key-store.ts'

const KEPT_MS = 30 * 24 * 60 * 60 * 1000
const LONGEST = 200

/**
 * Keeps what campaign brought a visitor, as their address says (utm_source and its like), for 30 days. The first
 * campaign holds until it lapses; a lapsed one is removed.
 */
export function keepMarketingSource(store: KeyStore, search: string, nowMs: number): void {
  const expiry = Number(store.get(KEYS.marketingSourceExpiry))
  if (expiry > nowMs && store.get(KEYS.marketingSource) !== null) return
  store.remove(KEYS.marketingSource)
  store.remove(KEYS.marketingSourceExpiry)
  const found = [...new URLSearchParams(search)].filter(([name]) => /^utm_[a-z]{1,20}$/.test(name))
  if (found.length === 0) return
  const source = Object.fromEntries(found.map(([name, value]) => [name, value.slice(0, LONGEST)]))
  store.set(KEYS.marketingSource, JSON.stringify(source))
  store.set(KEYS.marketingSourceExpiry, String(nowMs + KEPT_MS))
}
