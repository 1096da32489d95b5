import { createMemoryStore, openLocalStorage } from '../../session/storage/key-store.ts'

const KEY = 'pay-link-session'
const tab = openLocalStorage(() => window.sessionStorage) ?? createMemoryStore()

/** Session of a pay link that made a payment. The server names a payment's card to that session only. */
export interface KeptSession {
  readonly token: string
  /** A code was entered in this session, so it may use stored methods. */
  readonly unlocked: boolean
}

/** Survives a reload and ends with the tab. Null for a link other than the one it was stored for. */
export function keptSession(linkToken: string): KeptSession | null {
  try {
    const kept = JSON.parse(tab.get(KEY) ?? 'null') as (KeptSession & { link: string }) | null
    return kept?.link === linkToken && typeof kept.token === 'string'
      ? { token: kept.token, unlocked: kept.unlocked === true }
      : null
  } catch {
    return null
  }
}

export const keepSession = (linkToken: string, session: KeptSession): void =>
  tab.set(KEY, JSON.stringify({ link: linkToken, ...session }))

export const forgetKeptSession = (): void => tab.remove(KEY)
