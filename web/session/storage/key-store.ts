/** Storage keys of the session. The names are part of the product's interface. */
export const KEYS = {
  token: 'auth-token',
  emailVerified: 'email_verified',
  user: 'user',
  account: 'account',
  currency: 'currency',
  customerId: 'customerId',
  marketingSource: 'sherpa_utm',
  marketingSourceExpiry: 'utm_expiration',
} as const

/** Accounts whose first steps were dismissed; separate, because only the dashboard reads them. */
export const ONBOARDING_KEY = 'view-onboarding'

/** Columns of a list that its person chose, as last seen on this device; followed by the account and the list. */
export const COLUMNS_KEY = 'list-columns'

/** 'off' when single-key shortcuts are off on this device, for every user. */
export const SHORTCUTS_KEY = 'keyboard-shortcuts'

/** A customer that the person chose although another one has its invoices since. Only the portal has it. */
export const FORMER_CUSTOMER_KEY = 'former-customer'

/** Keys that end with the session. */
export const SESSION_KEYS = [
  KEYS.token,
  KEYS.emailVerified,
  KEYS.user,
  KEYS.account,
  KEYS.currency,
  KEYS.customerId,
  FORMER_CUSTOMER_KEY,
] as const

export interface KeyStore {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

const PROBE = 'storage-probe'

/**
 * The browser's local storage, or null when it is disabled, full, or refused (as in some private windows).
 */
export function openLocalStorage(open: () => Storage = () => window.localStorage): KeyStore | null {
  try {
    const storage = open()
    storage.setItem(PROBE, '1')
    storage.removeItem(PROBE)
    return {
      get: (key) => storage.getItem(key),
      set: (key, value) => storage.setItem(key, value),
      remove: (key) => storage.removeItem(key),
    }
  } catch {
    return null
  }
}

export interface ReplaceableStore extends KeyStore {
  /** Redirects reads and writes to `next`, and moves the current session there. */
  replaceBy(next: KeyStore): void
}

/** Keeps the session as long as the page is open, until a lasting store replaces it. */
export function createReplaceableStore(): ReplaceableStore {
  let current = createMemoryStore()
  return {
    get: (key) => current.get(key),
    set: (key, value) => current.set(key, value),
    remove: (key) => current.remove(key),
    replaceBy(next) {
      const former = current
      current = next
      if (former.get(KEYS.token) === null) return
      for (const key of SESSION_KEYS) {
        const value = former.get(key)
        if (value === null) next.remove(key)
        else next.set(key, value)
      }
    },
  }
}

/** Keeps the session as long as the page is open, for browsers without storage. Never uses the address. */
export function createMemoryStore(): KeyStore {
  const values = new Map<string, string>()
  return {
    get: (key) => values.get(key) ?? null,
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
  }
}
