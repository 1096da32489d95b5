const KEY = 'pay-link-session'

/** Session of a pay link that made a payment. The server names a payment's card only to the session that made it. */
export interface KeptSession {
  readonly token: string
  /** A code was entered in it, so it may use stored methods. */
  readonly unlocked: boolean
}

/** The tab's storage, used directly because every payer waits for this code. A browser that denies it keeps nothing. */
function inTab<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(window.sessionStorage)
  } catch {
    return null
  }
}

/** Survives a reload and ends with the tab. Null for another link than the one it was kept for. */
export const keptSession = (linkToken: string): KeptSession | null =>
  inTab((storage) => {
    const kept = JSON.parse(storage.getItem(KEY) ?? 'null') as (KeptSession & { link: string }) | null
    return kept?.link === linkToken ? kept : null
  })

export const keepSession = (linkToken: string, session: KeptSession): void =>
  void inTab((storage) => storage.setItem(KEY, JSON.stringify({ link: linkToken, ...session })))

export const forgetKeptSession = (): void => void inTab((storage) => storage.removeItem(KEY))
