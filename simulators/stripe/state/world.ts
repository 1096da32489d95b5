import { invalidRequest, type StripeError } from '../wire/stripe-error.ts'
import { AccountState } from './account-state.ts'
import { newId, randomText } from './ids.ts'
import { requirementsOf, type StripeAccount, type StripeEvent } from './wire-types.ts'

const KEY_PREFIX = 'pk_test_'

/** A publishable key names its account, as it is no secret. */
const publishableKeyOf = (accountId: string): string => `${KEY_PREFIX}${accountId.slice('acct_'.length)}`

export const API_VERSION = '2026-10-28.endive'

/** Link to the page on which an account is set up; `expiresAt` in seconds. */
interface AccountLink {
  readonly accountId: string
  readonly returnUrl: string
  readonly refreshUrl: string
  readonly expiresAt: number
}

/** An address to which an account's events are sent. */
interface WebhookEndpoint {
  readonly id: string
  readonly accountId: string
  readonly url: string
  readonly secret: string
  readonly events: readonly string[]
}

interface DueWork {
  readonly atMs: number
  run(): void
}

/** Settings that tests change while the simulator runs. */
export interface Switches {
  /** Time before each call of the API is executed, in ms. */
  latencyMs: number
  /** Time after which searches find a new object, in ms. Stripe's takes up to a minute. */
  searchLagMs: number
  /** Names of the wallets that the express element offers. */
  wallets: readonly string[]
}

const BUSINESS_PROFILE = {
  annual_revenue: null,
  estimated_worker_count: null,
  mcc: null,
  minority_owned_business_designation: null,
  product_description: null,
  specified_commercial_transactions_act_url: null,
  support_address: null,
  support_email: null,
  support_phone: null,
  support_url: null,
  url: null,
}

/** The whole state of the simulator. Every change of it is synchronous, so a call is atomic. */
export class World {
  readonly apiKey = `sk_test_${randomText(32)}`
  readonly clientId = `ca_${randomText(24)}`
  readonly webhookSecret = `whsec_${randomText(32)}`
  readonly switches: Switches = { latencyMs: 0, searchLagMs: 0, wallets: [] }
  readonly platform: AccountState
  readonly accounts = new Map<string, AccountState>()
  readonly accountLinks = new Map<string, AccountLink>()
  readonly endpoints: WebhookEndpoint[] = []
  origin = ''
  /** Receives every event. */
  onEvent: (event: StripeEvent) => void = () => {}
  /** Describes the running request in its events. */
  request: { readonly id: string; readonly idempotencyKey: string | null } | null = null
  readonly #now: () => number
  #advancedMs = 0
  #due: DueWork[] = []

  /** Calls in the name of an unknown account open it, so that a product finds its connection again after a restart. */
  readonly #adopts: boolean

  constructor(now: () => number, { adoptsAccounts = false } = {}) {
    this.#now = now
    this.#adopts = adoptsAccounts
    this.platform = this.addAccount({ connected: true, charges_enabled: true })
    this.accounts.delete(this.platform.id)
  }

  get nowMs(): number {
    return this.#now() + this.#advancedMs
  }

  /** Unix time in seconds, as the API shows it. */
  get now(): number {
    return Math.floor(this.nowMs / 1000)
  }

  /** Moves the clock forward and runs everything that becomes due, in its order. */
  advance(ms: number): void {
    const until = this.nowMs + ms
    for (;;) {
      const next = this.#due.toSorted((one, other) => one.atMs - other.atMs)[0]
      if (next === undefined || next.atMs > until) break
      this.#advancedMs += Math.max(0, next.atMs - this.nowMs)
      this.#due = this.#due.filter((work) => work !== next)
      next.run()
    }
    this.#advancedMs += Math.max(0, until - this.nowMs)
  }

  schedule(afterMs: number, run: () => void): void {
    this.#due.push({ atMs: this.nowMs + afterMs, run })
  }

  addAccount(given: {
    connected: boolean
    charges_enabled: boolean
    type?: string
    email?: string
    name?: string
    id?: string
  }): AccountState {
    const account: StripeAccount = {
      id: given.id ?? `acct_1${randomText(15)}`,
      object: 'account',
      business_profile: { ...BUSINESS_PROFILE, name: given.name ?? null },
      business_type: null,
      capabilities: { card_payments: 'active', transfers: 'active', us_bank_account_ach_payments: 'active' },
      charges_enabled: given.charges_enabled,
      controller: { type: given.type === 'standard' ? 'application' : 'account' },
      country: 'US',
      created: this.now,
      default_currency: 'usd',
      details_submitted: given.charges_enabled,
      email: given.email ?? null,
      metadata: {},
      payouts_enabled: given.charges_enabled,
      requirements: requirementsOf(given.charges_enabled),
      type: given.type ?? 'standard',
    }
    const state = new AccountState(account, publishableKeyOf(account.id), given.connected)
    this.accounts.set(account.id, state)
    return state
  }

  /** Grants the platform access to an account, as an authorization does. */
  grantAccess(state: AccountState): void {
    state.connected = true
    state.tokenExpired = false
    state.accessToken = `sk_test_${randomText(32)}`
    // Stripe's refresh token stays the same when it is used.
    state.refreshToken ??= `rt_${randomText(32)}`
  }

  /** Ends the platform's access to an account and reports it by an event. */
  endAccess(state: AccountState): void {
    if (!state.connected) return
    state.connected = false
    state.accessToken = null
    state.refreshToken = null
    this.emit(state, 'account.application.deauthorized', {
      id: this.clientId,
      object: 'application',
      name: 'Quittance',
    })
  }

  connectedAccount(id: string): AccountState {
    const state = id === this.platform.id ? this.platform : (this.accounts.get(id) ?? this.#adopt(id))
    if (state?.connected) return state
    throw this.refuseAccount(id)
  }

  /** Returns the account of a publishable key. */
  accountOfKey(key: string): AccountState | undefined {
    const id = `acct_${key.slice(KEY_PREFIX.length)}`
    return key.startsWith(KEY_PREFIX) ? (this.accounts.get(id) ?? this.#adopt(id)) : undefined
  }

  #adopt(id: string): AccountState | undefined {
    if (!this.#adopts || !/^acct_1\w{15}$/.test(id)) return
    const state = this.addAccount({ id, connected: true, charges_enabled: true })
    this.grantAccess(state)
    return state
  }

  refuseAccount(id: string): StripeError {
    const key = `sk_test_***${this.apiKey.slice(-4)}`
    return invalidRequest(
      `The provided key '${key}' does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
      { code: 'account_invalid' },
      403,
    )
  }

  /** Records an event with a copy of the object as it is now. */
  emit(state: AccountState, type: string, object: object): void {
    const event: StripeEvent = {
      id: newId('evt'),
      object: 'event',
      ...(state !== this.platform && { account: state.id }),
      api_version: API_VERSION,
      created: this.now,
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: this.request?.id ?? null, idempotency_key: this.request?.idempotencyKey ?? null },
      type,
    }
    this.onEvent(state.add('evt', event))
  }
}
