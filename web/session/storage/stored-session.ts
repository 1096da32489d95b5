import type { z } from 'zod'
import type { user } from '../../../contract/identity.ts'
import { FORMER_CUSTOMER_KEY, KEYS, type KeyStore, SESSION_KEYS } from './key-store.ts'

export type SessionUser = z.output<typeof user>

/** The current account as stored: `company` is the company's pk. */
export interface StoredAccount {
  readonly id: string
  readonly company: string
  readonly company_name: string
}

export interface StoredSession {
  readonly token: string | null
  readonly emailVerified: boolean
  readonly user: SessionUser | null
  readonly account: StoredAccount | null
  readonly currency: string | null
  readonly customerId: string | null
  /** The customer, when the person chose it although another one has its invoices. */
  readonly formerCustomerId: string | null
}

/** Reads the stored session. A malformed value counts as absent. */
export function readSession(store: KeyStore): StoredSession {
  return {
    token: store.get(KEYS.token) || null,
    emailVerified: store.get(KEYS.emailVerified) === 'true',
    user: readObject<SessionUser>(store.get(KEYS.user), ['pk', 'email', 'first_name', 'last_name']),
    account: readObject<StoredAccount>(store.get(KEYS.account), ['id', 'company', 'company_name']),
    currency: store.get(KEYS.currency) || null,
    customerId: store.get(KEYS.customerId) || null,
    formerCustomerId: store.get(FORMER_CUSTOMER_KEY) || null,
  }
}

/** Writes the given parts; null removes a part. Omitted parts stay unchanged. */
export function writeSession(store: KeyStore, parts: Partial<StoredSession>): void {
  put(store, KEYS.token, parts.token)
  put(store, KEYS.emailVerified, parts.emailVerified === undefined ? undefined : String(parts.emailVerified))
  put(store, KEYS.user, parts.user && JSON.stringify(parts.user))
  put(store, KEYS.account, parts.account && JSON.stringify(parts.account))
  put(store, KEYS.currency, parts.currency)
  put(store, KEYS.customerId, parts.customerId)
  put(store, FORMER_CUSTOMER_KEY, parts.formerCustomerId)
}

export function clearSession(store: KeyStore): void {
  for (const key of SESSION_KEYS) store.remove(key)
}

function put(store: KeyStore, key: string, value: string | null | undefined): void {
  if (value === undefined) return
  if (value === null) store.remove(key)
  else store.set(key, value)
}

function readObject<T>(text: string | null, textFields: readonly string[]): T | null {
  if (text === null) return null
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null
    return value !== null && textFields.every((field) => typeof value[field] === 'string')
      ? (value as T)
      : null
  } catch {
    return null
  }
}
