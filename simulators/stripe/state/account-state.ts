import type {
  CheckoutSession,
  Invoice,
  PortalSession,
  Price,
  Product,
  Subscription,
} from '../billing/billing-types.ts'
import type { Instrument } from '../rules/instruments.ts'
import { missingResource } from '../wire/stripe-error.ts'
import type {
  BalanceTransaction,
  Charge,
  Customer,
  Dispute,
  Mandate,
  PaymentIntent,
  PaymentMethod,
  Payout,
  Refund,
  SetupIntent,
  StripeAccount,
  StripeEvent,
  WireObject,
} from './wire-types.ts'

interface ObjectsByPrefix {
  readonly pi: PaymentIntent
  readonly seti: SetupIntent
  readonly pm: PaymentMethod
  readonly cus: Customer
  readonly ch: Charge
  readonly re: Refund
  readonly du: Dispute
  readonly txn: BalanceTransaction
  readonly po: Payout
  readonly mandate: Mandate
  readonly evt: StripeEvent
  readonly prod: Product
  readonly price: Price
  readonly sub: Subscription
  readonly in: Invoice
  readonly cs: CheckoutSession
  readonly bps: PortalSession
}
export type Prefix = keyof ObjectsByPrefix

const NAMES: Readonly<Record<Prefix, string>> = {
  pi: 'payment_intent',
  seti: 'setupintent',
  pm: 'PaymentMethod',
  cus: 'customer',
  ch: 'charge',
  re: 'refund',
  du: 'dispute',
  txn: 'balance transaction',
  po: 'payout',
  mandate: 'mandate',
  evt: 'event',
  prod: 'product',
  price: 'price',
  sub: 'subscription',
  in: 'invoice',
  cs: 'checkout session',
  bps: 'portal session',
}

/** Everything that belongs to one account. Accounts never see each other's objects. */
export class AccountState {
  readonly account: StripeAccount
  readonly publishableKey: string
  accessToken: string | null = null
  /** An expired token is known but no longer accepted. */
  tokenExpired = false
  refreshToken: string | null = null
  /** False after the account disconnected the platform. */
  connected: boolean
  /** Accepted currencies; null accepts all. */
  currencies: ReadonlySet<string> | null = null
  /** Numbers behind the payment methods, which no answer contains. */
  readonly instruments = new Map<string, Instrument>()
  /** Payout of each balance transaction that has one. */
  readonly payoutOfTransaction = new Map<string, string>()
  readonly #objects = new Map<Prefix, Map<string, WireObject>>()

  constructor(account: StripeAccount, publishableKey: string, connected: boolean) {
    this.account = account
    this.publishableKey = publishableKey
    this.connected = connected
  }

  get id(): string {
    return this.account.id
  }

  add<Kind extends Prefix>(kind: Kind, object: ObjectsByPrefix[Kind]): ObjectsByPrefix[Kind] {
    const all = this.#objects.get(kind) ?? new Map<string, WireObject>()
    this.#objects.set(kind, all.set(object.id, object))
    return object
  }

  remove(kind: Prefix, id: string): void {
    this.#objects.get(kind)?.delete(id)
  }

  find<Kind extends Prefix>(kind: Kind, id: string): ObjectsByPrefix[Kind] | undefined {
    return this.#objects.get(kind)?.get(id) as ObjectsByPrefix[Kind] | undefined
  }

  /** Returns an object of this account; another account's is missing, as at Stripe. */
  get<Kind extends Prefix>(kind: Kind, id: string, param: string = NAMES[kind]): ObjectsByPrefix[Kind] {
    const found = this.find(kind, id)
    if (found === undefined) throw missingResource(NAMES[kind], id, param)
    return found
  }

  /** Returns every object of a kind, the oldest first. */
  all<Kind extends Prefix>(kind: Kind): ObjectsByPrefix[Kind][] {
    return [...(this.#objects.get(kind)?.values() ?? [])] as ObjectsByPrefix[Kind][]
  }

  /** Finds any object by its id, for `expand`. */
  findAny(id: string): WireObject | undefined {
    const prefix = id.slice(0, id.indexOf('_'))
    const kind = { py: 'ch', pyr: 're' }[prefix] ?? prefix
    return kind in NAMES ? this.find(kind as Prefix, id) : undefined
  }
}
