import { contract } from '../../contract/index.ts'
import type { RequestOf, Route } from '../../contract/route.ts'
import { t } from '../ui/language/text.ts'
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

/** Reason for asking the user to log in again. */
export const LOGIN_REASONS = [
  'session_timed_out',
  'accounting_platform_disconnected',
  'no_session',
  'bad_session',
] as const
export type LoginReason = (typeof LOGIN_REASONS)[number]

export interface SessionDeps {
  readonly store: KeyStore
  /** Epoch milliseconds by the client's clock. */
  readonly now: () => number
  /** Runs work while no other tab runs it. */
  readonly exclusive: <T>(work: () => Promise<T>) => Promise<T>
  /** Exchanges a token for a new one when the token alone is not enough. Throws ApiError. */
  readonly exchange?: TokenExchange | undefined
  /** Called with the person's id before a session that they did not end themselves is cleared. */
  readonly onEnding?: ((user: string) => void) | undefined
  /** Called with the id of a person who logged in here or in another tab; with null at a logout. */
  readonly onPerson?: ((user: string | null) => void) | undefined
  /** Called when the session ends: the app opens its login. Null after a requested logout. */
  readonly onEnd: (reason: LoginReason | null) => void
}

/** Asks the user for their second factor; resolves to false when they decline. */
export type StepUp = () => Promise<boolean>

/** Renewed before a call when it would expire this soon. */
const EXPIRES_SOON_MS = 60_000
/**
 * Kept through a logout, which makes the browser clear the site's storage. None of these belongs to the
 * session.
 */
const KEPT_KEYS = [KEYS.marketingSource, KEYS.marketingSourceExpiry, ONBOARDING_KEY, 'theme'] as const
const NOBODY: CallIdentity = { token: null, accountId: null, customerId: null }

/**
 * The session of one page. browser-session.ts creates it for a browser; README.md describes its use by
 * screens.
 */
export class Session {
  /** Exchanges the token for a new one. Never throws; never ends the session by itself. */
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
   * Calls the API as the signed-in user and account. Reads are tried up to 3 times on 5xx; the token is
   * renewed before a call that would outlive it; a 401 ends the session. Public routes and calls with their
   * own identity skip all of that. Throws ApiError.
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

  /** Sets the function that asks for a second factor when a call needs it. */
  askStepUpBy(ask: StepUp | null): void {
    this.#stepUp = ask
  }

  /**
   * Returns 'valid', or why there is no session. Asks the server when the token looks expired, as the
   * client's clock may be wrong.
   */
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
    this.#deps.onPerson?.(reply.user.pk)
  }

  /** Sets this tab's account; null for none. */
  chooseAccount(account: StoredAccount | null, currency: string | null): void {
    this.#state.chooseAccount(account, currency)
  }

  /** `formerCustomerId`: the same customer, when another one has its invoices and the person still chose it. */
  chooseCustomer(customerId: string | null, formerCustomerId: string | null = null): void {
    this.#state.chooseCustomer(customerId, formerCustomerId)
  }

  updateUser(user: SessionUser): void {
    this.#state.updateUser(user)
  }

  /**
   * Ends the session here and on the server. Throws ApiError, and stays signed in, when the server can't be
   * reached.
   */
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

  /** Clears the session and notifies the app, once. */
  end(reason: LoginReason | null): void {
    if (this.#over) return
    this.#over = true
    const { user } = this.#state.snapshot
    if (reason === null || this.#leaving) this.#deps.onPerson?.(null)
    else if (user) this.#deps.onEnding?.(user.pk)
    this.#state.clear()
    // During a logout the browser itself clears the storage, which looks like a change by another tab.
    this.#deps.onEnd(this.#leaving ? null : reason)
  }

  /** True once the session has ended on this page, until the next login. */
  get isOver(): boolean {
    return this.#over
  }

  /** Another tab changed the store: a logout there logs out here. */
  storageChanged(): void {
    if (this.#state.token === null) {
      if (this.#state.snapshot.signedIn) this.end('no_session')
      return
    }
    this.#over = false
    this.#state.storageChanged()
    const { user } = this.#state.snapshot
    if (user) this.#deps.onPerson?.(user.pk)
  }

  /** Renews the session at once, and ends it when it has expired. */
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
    // A session near its own end can't get a longer token.
    if (leftMs > EXPIRES_SOON_MS || (leftMs > 0 && this.#state.snapshot.endsAtMs !== null)) return
    const result = await this.refresh()
    if (result === 'EXPIRED') return this.#signedOut('session_timed_out')
    if (result === 'NO_SESSION') return this.#signedOut('no_session')
    if (result === 'ERROR' && leftMs <= 0) throw ApiError.unreachable()
  }

  #signedOut(reason: LoginReason): never {
    this.end(reason)
    throw new ApiError(401, { detail: t('Your session has ended. Please log in again.') }, null)
  }

  /** Repeats a call after the user has given their second factor, when the call needs it. */
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
      // Another tab logged in during the call.
      if (now !== null && now !== before) return this.#send(route, request, options)
      this.end('session_timed_out')
      throw error
    }
  }
}
