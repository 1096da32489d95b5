import { createMemoryStore, openLocalStorage } from '../../session/storage/key-store.ts'

const KEY = 'shared-report'
const tab = openLocalStorage(() => window.sessionStorage) ?? createMemoryStore()

/**
 * The token of the report's link. It leaves the address at once, because browsers print the address and
 * bystanders can read it. The tab stores it, so that a reload works.
 */
export const linkToken: string = arrive()

function arrive(): string {
  const address = new URL(window.location.href)
  const token = address.searchParams.get('token')
  if (token === null) return tab.get(KEY) ?? ''
  tab.set(KEY, token)
  address.searchParams.delete('token')
  window.history.replaceState(window.history.state, '', address)
  return token
}
