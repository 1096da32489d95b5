import { describe, expect, it } from 'vitest'
import {
  createMemoryStore,
  FORMER_CUSTOMER_KEY,
  KEYS,
  ONBOARDING_KEY,
  openLocalStorage,
} from './key-store.ts'
import { clearSession, readSession, writeSession } from './stored-session.ts'

const ALL_KEYS = [...Object.values(KEYS), ONBOARDING_KEY]

const aStorage = (fails?: 'open' | 'write') => {
  const kept = createMemoryStore()
  return () => {
    if (fails === 'open') throw new DOMException('denied', 'SecurityError')
    return {
      getItem: kept.get,
      removeItem: kept.remove,
      setItem(key: string, value: string) {
        if (fails === 'write') throw new DOMException('full', 'QuotaExceededError')
        kept.set(key, value)
      },
    } as unknown as Storage
  }
}

const account = { id: 'a1', company: 'c1', company_name: 'Brightwater' }

describe('the stored session', () => {
  it('uses exactly the required key names', () => {
    expect(ALL_KEYS).toEqual([
      'auth-token',
      'email_verified',
      'user',
      'account',
      'currency',
      'customerId',
      'sherpa_utm',
      'utm_expiration',
      'view-onboarding',
    ])
  })

  it('stores an account as id, company and company_name', () => {
    const store = createMemoryStore()
    writeSession(store, { account })
    expect(JSON.parse(store.get('account')!)).toEqual(account)
    expect(readSession(store).account).toEqual(account)
  })

  it('keeps unnamed parts and removes those set to null', () => {
    const store = createMemoryStore()
    writeSession(store, { token: 't', currency: 'USD', emailVerified: false })
    writeSession(store, { currency: null })
    expect(readSession(store)).toMatchObject({ token: 't', currency: null, emailVerified: false })
  })

  it.each(['{', 'null', '[]', '{"id":1}', '"text"'])('treats a malformed value (%s) as absent', (text) => {
    const store = createMemoryStore()
    store.set('account', text)
    store.set('user', text)
    expect(readSession(store)).toMatchObject({ account: null, user: null })
  })

  it('clears the session keys on logout and keeps those of the device', () => {
    const store = createMemoryStore()
    for (const key of [...ALL_KEYS, FORMER_CUSTOMER_KEY]) store.set(key, 'x')
    clearSession(store)
    expect(store.get(FORMER_CUSTOMER_KEY)).toBeNull()
    expect(ALL_KEYS.filter((key) => store.get(key) !== null)).toEqual([
      'sherpa_utm',
      'utm_expiration',
      'view-onboarding',
    ])
  })
})

describe('openLocalStorage', () => {
  it('returns null when storage is disabled or refuses writes', () => {
    expect(openLocalStorage(aStorage('open'))).toBeNull()
    expect(openLocalStorage(aStorage('write'))).toBeNull()
  })

  it('leaves nothing of its probe', () => {
    const open = aStorage()
    const store = openLocalStorage(open)
    store?.set('auth-token', 't')
    expect(open().getItem('storage-probe')).toBeNull()
    expect(open().getItem('auth-token')).toBe('t')
  })
})
