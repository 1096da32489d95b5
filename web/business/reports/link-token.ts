import { createMemoryStore, openLocalStorage } from '../../session/storage/key-store.ts'

const KEY = 'shared-report'
const tab = openLocalStorage(() => window.sessionStorage) ?? createMemoryStore()

/**
 * What this tab reads the report with. It leaves the address at once, which browsers print at the edge of the paper and
 * show to whoever looks on; the tab keeps it, so that the page can be loaded again.
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
