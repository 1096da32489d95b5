import { setChargesEnabled } from './connect/account-setup.ts'
import { type ChallengeOutcome, finishChallenge } from './connect/challenge.ts'
import { payOut } from './rules/balance.ts'
import { closeDispute, openDispute } from './rules/disputes.ts'
import type { AccountState } from './state/account-state.ts'
import { newId } from './state/ids.ts'
import type { World } from './state/world.ts'
import type { AccountWebhooks } from './webhooks/account-webhooks.ts'
import type { WebhookSender } from './webhooks/webhook-sender.ts'
import type { StripeApi } from './wire/api.ts'
import type { StripeFault } from './wire/faults.ts'

/** A connected account as its authorization returned it. */
export interface ConnectedAccount {
  readonly id: string
  readonly accessToken: string
  readonly refreshToken: string
  readonly publishableKey: string
}

/** Operations with which tests and demonstrations play Stripe, the banks and the account's owner. */
export interface StripeControls {
  /** Deviations from the published contract and from the rules of the protocol. */
  readonly violations: readonly string[]
  /** Number of calls by method and path, such as 'POST /v1/refunds'. */
  readonly calls: ReadonlyMap<string, number>
  setLatency(ms: number): void
  /** Searches find new objects after `ms`. */
  setSearchLag(ms: number): void
  /** Names of the wallets that the express element offers, such as 'applePay'. */
  setWallets(wallets: readonly string[]): void
  /** Lets the next matching calls fail. */
  failNext(fault: StripeFault): void
  clearFaults(): void
  /** Connects a new account without the pages of consent. */
  connectAccount(given?: { email?: string; name?: string }): ConnectedAccount
  /** The owner disconnects the platform at Stripe. */
  revoke(accountId: string): void
  /** The account's access token is refused until it is refreshed. */
  expireToken(accountId: string): void
  setChargesEnabled(accountId: string, enabled: boolean): void
  /** Restricts the currencies that an account accepts; null accepts all. */
  setCurrencies(accountId: string, currencies: readonly string[] | null): void
  /** Runs everything that is due, such as debits after four days. */
  settleDue(): void
  /** Moves the clock forward by `ms` and runs everything that becomes due. */
  advance(ms: number): void
  /** Ends the 3-D Secure step that an intent waits for. */
  finishChallenge(intentId: string, outcome: ChallengeOutcome): void
  /** Opens a dispute on a payment's charge, or on a part of it, and returns its id; a bank's debit is returned and lost at once. */
  openDispute(paymentIntentId: string, reason?: string, amount?: number): string
  closeDispute(disputeId: string, outcome: 'won' | 'lost'): void
  /** Pays an account's whole balance to its bank. Returns the payout's id; null when the balance is empty. */
  payOut(accountId: string, currency?: string): string | null
  /** The bank sends a payout back. */
  failPayout(accountId: string, payoutId: string): void
  readonly webhooks: WebhookSender
  /** Sends the events of an account that has an endpoint of its own. */
  webhooksOf(accountId: string): WebhookSender | undefined
  /** Sends an event that Stripe never made, with a false signature. Returns the receiver's status. */
  forge(type: string, object: object, accountId?: string): Promise<number>
  /** Sends an event again, signed `ageSeconds` ago. Returns the receiver's status. */
  resend(eventId: string, ageSeconds?: number): Promise<number>
}

export function createControls(
  world: World,
  api: StripeApi,
  { webhooks, accountWebhooks }: { webhooks: WebhookSender; accountWebhooks: AccountWebhooks },
  violations: readonly string[],
): StripeControls {
  return {
    violations,
    calls: api.calls,
    webhooks,
    webhooksOf: (accountId) => accountWebhooks.of(accountId),
    setLatency: (ms) => {
      world.switches.latencyMs = ms
    },
    setSearchLag: (ms) => {
      world.switches.searchLagMs = ms
    },
    setWallets: (wallets) => {
      world.switches.wallets = [...wallets]
    },
    failNext: (fault) => api.faults.add(fault),
    clearFaults: () => api.faults.clear(),
    settleDue: () => world.advance(0),
    advance: (ms) => world.advance(ms),
    ...accountControls(world),
    ...moneyControls(world),
    ...eventControls(world, webhooks),
  }
}

function accountControls(world: World) {
  return {
    connectAccount(given: { email?: string; name?: string } = {}): ConnectedAccount {
      const state = world.addAccount({ connected: true, charges_enabled: true, ...given })
      world.grantAccess(state)
      return {
        id: state.id,
        accessToken: state.accessToken!,
        refreshToken: state.refreshToken!,
        publishableKey: state.publishableKey,
      }
    },
    revoke: (accountId: string) => world.endAccess(accountOf(world, accountId)),
    expireToken(accountId: string): void {
      accountOf(world, accountId).tokenExpired = true
    },
    setChargesEnabled: (accountId: string, enabled: boolean) => setChargesEnabled(world, accountId, enabled),
    setCurrencies(accountId: string, currencies: readonly string[] | null): void {
      accountOf(world, accountId).currencies = currencies && new Set(currencies)
    },
  }
}

function moneyControls(world: World) {
  return {
    finishChallenge(intentId: string, outcome: ChallengeOutcome): void {
      const { state, found } = locate(
        world,
        (one) => one.find('pi', intentId) ?? one.find('seti', intentId),
        intentId,
      )
      finishChallenge(world, state, found, outcome)
    },
    openDispute(paymentIntentId: string, reason = 'fraudulent', amount?: number): string {
      const { state, found } = locate(world, (one) => one.find('pi', paymentIntentId), paymentIntentId)
      return openDispute(world, state, state.get('ch', found.latest_charge ?? ''), { reason, amount }).id
    },
    closeDispute(disputeId: string, outcome: 'won' | 'lost'): void {
      const { state, found } = locate(world, (one) => one.find('du', disputeId), disputeId)
      closeDispute(world, state, found, outcome)
    },
    payOut: (accountId: string, currency = 'usd') =>
      payOut(world, accountOf(world, accountId), currency)?.id ?? null,
    failPayout(accountId: string, payoutId: string): void {
      const state = accountOf(world, accountId)
      const payout = state.get('po', payoutId)
      payout.status = 'failed'
      payout.failure_code = 'account_closed'
      world.emit(state, 'payout.failed', payout)
    },
  }
}

function eventControls(world: World, webhooks: WebhookSender) {
  return {
    forge: (type: string, object: object, account?: string) =>
      webhooks.send(
        {
          id: newId('evt'),
          object: 'event',
          account,
          created: world.now,
          data: { object },
          livemode: false,
          type,
        },
        { secret: `whsec_${newId('x').slice(2)}` },
      ),
    resend(eventId: string, ageSeconds = 0): Promise<number> {
      const { found } = locate(world, (one) => one.find('evt', eventId), eventId)
      return webhooks.send(found, { ageSeconds })
    },
  }
}

function accountOf(world: World, id: string): AccountState {
  const state = id === world.platform.id ? world.platform : world.accounts.get(id)
  if (state === undefined) throw new Error(`There is no account ${id}.`)
  return state
}

function locate<Found>(
  world: World,
  find: (state: AccountState) => Found | undefined,
  id: string,
): { state: AccountState; found: Found } {
  for (const state of [world.platform, ...world.accounts.values()]) {
    const found = find(state)
    if (found !== undefined) return { state, found }
  }
  throw new Error(`There is no object ${id}.`)
}
