import type { RefreshedToken } from './refresh.ts'
import { KEYS, type KeyStore } from './storage/key-store.ts'
import {
  clearSession,
  readSession,
  type SessionUser,
  type StoredAccount,
  writeSession,
} from './storage/stored-session.ts'
import { readToken, type TokenTimes } from './token.ts'

/** Session state for screens. A new object at each change. */
export interface SessionSnapshot {
  readonly signedIn: boolean
  readonly emailVerified: boolean
  readonly user: SessionUser | null
  readonly account: StoredAccount | null
  readonly currency: string | null
  readonly customerId: string | null
  readonly formerCustomerId: string | null
  /**
   * Epoch milliseconds by the client's clock, after which the session can't be renewed; known only near its
   * end.
   */
  readonly endsAtMs: number | null
}

/** Reply of login, sign-up and enrollment. */
export interface SignedInReply {
  readonly token: string
  readonly user: SessionUser
  readonly account: {
    readonly pk: string
    readonly company: { readonly pk: string; readonly name: string }
    readonly currency: string
  } | null
}

/** Access tokens live 15 minutes; a shorter one means that the session itself ends then. */
const FULL_LIFE_MS = 15 * 60_000

/**
 * Values of the session: token and user as stored, shared by all tabs; account and customer as chosen in this
 * tab, so that two tabs may work in two accounts. Both are stored for the next page that opens.
 */
export class SessionState {
  readonly #store: KeyStore
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  #skewMs = 0
  #snapshot: SessionSnapshot

  constructor(store: KeyStore, now: () => number) {
    this.#store = store
    this.#now = now
    this.#snapshot = this.#read()
  }

  get snapshot(): SessionSnapshot {
    return this.#snapshot
  }

  /** Read from the store each time: another tab may have replaced or removed it. */
  get token(): string | null {
    return this.#store.get(KEYS.token) || null
  }

  get tokenTimes(): TokenTimes | null {
    const { token } = this
    return token === null ? null : readToken(token)
  }

  /** Epoch milliseconds by the server's clock, as measured by an exchange on this page. */
  get serverNowMs(): number {
    return this.#now() + this.#skewMs
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  signIn({ token, user, account }: SignedInReply): void {
    clearSession(this.#store)
    this.#keepToken(token)
    writeSession(this.#store, {
      user,
      emailVerified: user.email_verified,
      currency: account?.currency ?? null,
      account: account && {
        id: account.pk,
        company: account.company.pk,
        company_name: account.company.name,
      },
    })
    this.#change(this.#read())
  }

  renew(fresh: RefreshedToken): void {
    this.#keepToken(fresh.token)
    writeSession(this.#store, { emailVerified: fresh.email_verified })
    this.#rereadPerson()
  }

  chooseAccount(account: StoredAccount | null, currency: string | null): void {
    writeSession(this.#store, { account, currency })
    this.#change({ ...this.#snapshot, account, currency })
  }

  chooseCustomer(customerId: string | null, formerCustomerId: string | null): void {
    writeSession(this.#store, { customerId, formerCustomerId })
    this.#change({ ...this.#snapshot, customerId, formerCustomerId })
  }

  updateUser(user: SessionUser): void {
    writeSession(this.#store, { user, emailVerified: user.email_verified })
    this.#rereadPerson()
  }

  clear(): void {
    clearSession(this.#store)
    this.#change(this.#read())
  }

  /** Another tab changed the store. Its account choice applies here only when another user logged in. */
  storageChanged(): void {
    const before = this.#snapshot.user?.pk
    const stored = this.#read()
    if (stored.user?.pk === before) this.#rereadPerson()
    else this.#change(stored)
  }

  #keepToken(token: string): void {
    const times = readToken(token)
    if (times !== null) this.#skewMs = times.issuedAtMs - this.#now()
    writeSession(this.#store, { token })
  }

  #rereadPerson(): void {
    const { account, currency, customerId, formerCustomerId } = this.#snapshot
    this.#change({ ...this.#read(), account, currency, customerId, formerCustomerId })
  }

  #read(): SessionSnapshot {
    const stored = readSession(this.#store)
    const times = stored.token === null ? null : readToken(stored.token)
    const endsEarly = times !== null && times.expiresAtMs - times.issuedAtMs < FULL_LIFE_MS
    const { emailVerified, user, account, currency, customerId, formerCustomerId } = stored
    return {
      signedIn: times !== null,
      ...{ emailVerified, user, account, currency, customerId, formerCustomerId },
      endsAtMs: endsEarly ? times.expiresAtMs - this.#skewMs : null,
    }
  }

  #change(next: SessionSnapshot): void {
    this.#snapshot = next
    for (const listener of this.#listeners) listener()
  }
}
