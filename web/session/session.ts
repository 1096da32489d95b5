import { contract } from '../../contract/index.ts'
import type { RequestOf, Route } from '../../contract/route.ts'
import { ApiError } from './calls/api-error.ts'
import { type Caller, type CallIdentity, type CallOptions, createCaller } from './calls/call.ts'
import { withRetry } from './calls/retry.ts'
import { type KeepAlive, startKeepAlive } from './keep-alive.ts'
import { createRefresh, type RefreshResult, type TokenExchange } from './refresh.ts'
import { type SessionSnapshot, SessionState, type SignedInReply } from './session-state.ts'
import { KEYS, type KeyStore, ONBOARDING_KEY } from './storage/key-store.ts'
import type { SessionUser, StoredAccount } from './storage/stored-session.ts'
import { tokenState } from './token.ts'

export type { SessionSnapshot, SignedInReply } from './session-state.ts'

/** Why one is asked to sign in again. */
export const LOGIN_REASONS = [
  'session_timed_out',
  'accounting_platform_disconnected',
  'no_session',
  'bad_session',
] as const
export type LoginReason = (typeof LOGIN_REASONS)[number]

export interface SessionDeps {
  readonly store: KeyStore
  /** Epoch milliseconds of the client's clock. */
  readonly now: () => number
  /** Runs work while no other tab runs it. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>
  /** Exchanges a token for a fresh one, where the token alone is not enough. Throws ApiError. */
  readonly exchange?: TokenExchange | undefined
  /** The session is over: the app moves to its own login. Null after a log out that was asked for. */
  readonly onEnd: (reason: LoginReason | null) => void
}

/** Asks the person for their second factor; false when they would rather not. */
export type StepUp = () => Promise<boolean>

/** Renewed before a call when it would expire this soon. */
const EXPIRES_SOON_MS = 60_000
/** Kept through a log out, which makes the browser drop everything of this site. None of it is about the session. */
const KEPT_KEYS = [KEYS.marketingSource, KEYS.marketingSourceExpiry, ONBOARDING_KEY, 'theme'] as const
const NOBODY: CallIdentity = { token: null, accountId: null, customerId: null }

/** The session of one page. browser-session.ts makes it for a browser; the README says how screens use it. */
export class Session {
  /** Exchanges the token for a fresh one. Never throws; never ends the session by itself. */
  readonly refresh: () => Promise<RefreshResult>
  readonly #deps: SessionDeps
  readonly #state: SessionState
  readonly #send: Caller
  #stepUp: StepUp | null = null
  #over = false
  #leaving = false

  constructor(deps: SessionDeps) {
    this.#deps = deps
    this.#state = new SessionState(deps.store, deps.now)
    this.#send = createCaller(
      () => this.#identity(),
      () => {},
    )
    this.refresh = createRefresh({
      readToken: () => this.#state.token,
      request:
        deps.exchange ??
        ((token) => this.#send(contract.identity.refreshToken, { body: { token } }, { identity: NOBODY })),
      keep: (fresh) => this.#state.renew(fresh),
      exclusive: deps.exclusive,
    })
  }

  readonly snapshot = (): SessionSnapshot => this.#state.snapshot

  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener)

  /**
   * Calls the server as the signed-in person and account. Reads are tried up to 3 times on 5xx; the token is renewed
   * ahead of a call that it would not outlive; a 401 ends the session. Public routes and calls with an identity of
   * their own take no part in that. Throws ApiError.
   */
  readonly call: Caller = (async (
    route: Route,
    request: RequestOf<Route> = {},
    options: CallOptions = {},
  ) => {
    const isPublic = route.access.kind === 'public' || route.access.kind === 'demo'
    const identity = options.identity ?? (isPublic ? NOBODY : undefined)
    if (identity === undefined) await this.#freshen()
    const once = () =>
      identity === undefined
        ? this.#sendAsPerson(route, request, options)
        : this.#send(route, request, { ...options, identity })
    return route.method === 'GET' ? withRetry(once, options.signal) : this.#asProven(once)
  }) as Caller

  /** By what to ask for a second factor when a call needs it. */
  askStepUpBy(ask: StepUp | null): void {
    this.#stepUp = ask
  }

  /** 'valid', or why there is no session. Asks the server when the token looks expired, as our clock may be wrong. */
  async check(): Promise<'valid' | LoginReason> {
    const state = tokenState(this.#state.token, this.#state.serverNowMs)
    if (state === 'none') return 'no_session'
    if (state === 'valid') return 'valid'
    const result = state === 'bad' ? 'EXPIRED' : await this.refresh()
    if (result === 'OK' || result === 'ERROR') return 'valid'
    this.#state.clear()
    if (state === 'bad') return 'bad_session'
    return result === 'EXPIRED' ? 'session_timed_out' : 'no_session'
  }

  signIn(reply: SignedInReply): void {
    this.#over = false
    this.#state.signIn(reply)
  }

  /** The account to work in from now on, in this tab; null for none. */
  chooseAccount(account: StoredAccount | null, currency: string | null): void {
    this.#state.chooseAccount(account, currency)
  }

  chooseCustomer(customerId: string | null): void {
    this.#state.chooseCustomer(customerId)
  }

  updateUser(user: SessionUser): void {
    this.#state.updateUser(user)
  }

  /** Ends the session here and on the server. Throws ApiError, and stays signed in, when the server can't be asked. */
  async logOut(): Promise<void> {
    const { store } = this.#deps
    const kept = KEPT_KEYS.map((key) => [key, store.get(key)] as const)
    this.#leaving = true
    try {
      await this.#send(contract.identity.logOut, {})
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
    } finally {
      this.#leaving = false
    }
    for (const [key, value] of kept) if (value !== null) store.set(key, value)
    this.end(null)
  }

  /** Forgets the session and tells the app, once. */
  end(reason: LoginReason | null): void {
    if (this.#over) return
    this.#over = true
    this.#state.clear()
    // While logging out the browser itself empties the storage, which then looks as if another tab had done so.
    this.#deps.onEnd(this.#leaving ? null : reason)
  }

  /** What is stored changed in another tab: signed out there is signed out here. */
  storageChanged(): void {
    if (this.#state.token === null) {
      if (this.#state.snapshot.signedIn) this.end('no_session')
      return
    }
    this.#over = false
    this.#state.storageChanged()
  }

  /** Renews the session at once, and ends it when it is over. */
  async renew(): Promise<RefreshResult> {
    const result = await this.refresh()
    this.#heed(result)
    return result
  }

  /** Renews the session while the page is open. */
  keepAlive(): KeepAlive {
    return startKeepAlive({
      refresh: this.refresh,
      tokenAgeMs: () => {
        const times = this.#state.tokenTimes
        return times && this.#state.serverNowMs - times.issuedAtMs
      },
      onResult: (result) => this.#heed(result),
    })
  }

  #heed(result: RefreshResult): void {
    if (!this.#state.snapshot.signedIn) return
    if (result === 'EXPIRED') this.end('session_timed_out')
    else if (result === 'NO_SESSION') this.end('no_session')
  }

  #identity(): CallIdentity {
    const { account, customerId } = this.#state.snapshot
    return { token: this.#state.token, accountId: account?.id ?? null, customerId }
  }

  async #freshen(): Promise<void> {
    if (this.#state.token === null) return this.#signedOut('no_session')
    const times = this.#state.tokenTimes
    if (times === null) return this.#signedOut('bad_session')
    const leftMs = times.expiresAtMs - this.#state.serverNowMs
    // A session near its own end has no longer token to give.
    if (leftMs > EXPIRES_SOON_MS || (leftMs > 0 && this.#state.snapshot.endsAtMs !== null)) return
    const result = await this.refresh()
    if (result === 'EXPIRED') return this.#signedOut('session_timed_out')
    if (result === 'NO_SESSION') return this.#signedOut('no_session')
    if (result === 'ERROR' && leftMs <= 0) throw ApiError.unreachable()
  }

  #signedOut(reason: LoginReason): never {
    this.end(reason)
    throw new ApiError(401, { detail: 'Your session has ended. Please sign in again.' }, null)
  }

  /** Makes a call once more after the person has shown their second factor, where it needs that. */
  async #asProven(once: () => Promise<unknown>): Promise<unknown> {
    try {
      return await once()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') throw error
      if (!(await this.#stepUp?.())) throw error
      return once()
    }
  }

  async #sendAsPerson(route: Route, request: RequestOf<Route>, options: CallOptions): Promise<unknown> {
    const before = this.#state.token
    try {
      return await this.#send(route, request, options)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      const now = this.#state.token
      // Signed in anew by another tab while the call was under way.
      if (now !== null && now !== before) return this.#send(route, request, options)
      this.end('session_timed_out')
      throw error
    }
  }
}
