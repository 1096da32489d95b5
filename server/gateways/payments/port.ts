import type { FormFieldShape as FormField } from '../../../contract/payments/payment-shapes.ts'
import type { PaymentStatus, PaymentType } from '../../../domain/payments/payment-status.ts'
import type { Money, Outcome, ProviderError, ProviderErrorKind } from './outcome.ts'

export type { Money, Outcome, ProviderError, ProviderErrorKind }

/** The business's side of a processor. The Sandbox needs the account only. */
export interface Connection {
  readonly accountId: string
  /** The business's own id at the processor: acct_…, merchant id, realm. */
  readonly remoteId?: string
  readonly credentials?: Credentials
}

/** Opened only for a call, sealed at rest. */
export interface Credentials {
  readonly accessToken: string
  readonly refreshToken?: string
  /** ISO instant. */
  readonly accessExpiresAt?: string
  readonly remoteId?: string
  readonly publishableKey?: string
  readonly extra?: Readonly<Record<string, string>>
}

export interface Capabilities {
  readonly types: readonly PaymentType[]
  readonly partialPayments: boolean
  readonly preauth: boolean
  readonly storedMethods: boolean
  readonly partialRefunds: boolean
  readonly void: boolean
  /** hint: unsigned, so that only a fetch is believed. none: open payments are polled. */
  readonly webhooks: 'signed' | 'hint' | 'none'
  /**
   * Milliseconds after a `create` during which it may still arrive under its key. Only after them does "not found"
   * mean that nothing was charged.
   */
  readonly arrivalWindowMs: number
}

/** A way to pay, as the processor offers it. Amounts, surcharge and address are added by the product. */
export interface ProviderOption {
  readonly type: PaymentType
  /** Fields of the processor's own; amount, request_id and the checkboxes are added by the product. */
  readonly fields: readonly FormField[]
  readonly publishableKey?: string
  readonly clientId?: string
  readonly sandbox?: boolean
}

export interface PayableInvoice {
  readonly id: string
  readonly number: string
  readonly currency: string
  readonly payable: Money
  /** Calendar date by the account's clock, e.g. to offer years of expiry. */
  readonly today: string
}

export interface PayingCustomer {
  /** Our customer's id; stored methods are bound to it. */
  readonly ref: string
  readonly name: string
  readonly email: string
}

/**
 * fields: what the form was filled with (a token where the card fields are the processor's own).
 * stored: a method kept at the processor. browser: an intent or order that the payer confirms in the browser.
 */
export type MethodInput =
  | { readonly kind: 'fields'; readonly values: Readonly<Record<string, string | boolean>> }
  | { readonly kind: 'stored'; readonly token: string }
  | { readonly kind: 'browser' }

export interface CreateRequest {
  /** Our payment's id: the processor keeps it beside the charge, and `findPayment` finds it again. */
  readonly ourId: string
  /** All that is to be taken, surcharge included. */
  readonly amount: Money
  readonly type: PaymentType
  readonly method: MethodInput
  readonly customer: PayingCustomer
  readonly invoice: { readonly id: string; readonly number: string }
  readonly storeMethod: boolean
  /** False when nobody is there to answer a challenge. */
  readonly payerPresent: boolean
  /** later: authorise only. */
  readonly capture: 'now' | 'later'
}

/** A call whose outcome is looked for: processors keep our id, the call's key, or only when it was. */
export interface AskedCall {
  readonly ourId: string
  readonly key: string
  /** Epoch milliseconds. */
  readonly askedAt: number
}

export interface MethodFacts {
  readonly type: PaymentType
  readonly brand: string
  readonly last4: string
  readonly expirationYear: number | null
  readonly expirationMonth: number | null
}

/** A method kept at the processor, as listed to those who may use it. */
export interface StoredMethod extends MethodFacts {
  readonly token: string
}

/** What has to happen before an `input` payment goes on. `data` is for the browser only and is not logged. */
export interface NextStep {
  readonly kind: 'challenge' | 'redirect' | 'client_secret'
  readonly text: string
  readonly data?: string
}

/** Why a payment came to nothing or was taken back. */
export interface ProviderReason {
  readonly kind: 'declined' | 'returned' | 'disputed' | 'voided' | 'expired'
  readonly code: string
  readonly message: string
}

/** A payment as the processor knows it now. */
export interface ProviderPayment {
  readonly providerRef: string
  /** The id that was given at `create`; null where the processor doesn't keep it. */
  readonly ourId: string | null
  /** The business that gets the money, as the processor names it; null where it doesn't say. */
  readonly recipient: string | null
  readonly status: PaymentStatus
  readonly amount: Money
  readonly captured: Money
  readonly refunded: Money
  readonly reason: ProviderReason | null
  readonly method: MethodFacts | null
  /** The token of the method, when it was to be stored and is. */
  readonly storedToken: string | null
  readonly next: NextStep | null
  /** ISO instant. */
  readonly updatedAt: string
}

export interface RefundRequest {
  /** Our refund's id. */
  readonly ourId: string
  readonly paymentRef: string
  readonly amount: Money
  readonly reason: string
}

export interface ProviderRefund {
  readonly refundRef: string
  readonly paymentRef: string
  readonly ourId: string | null
  readonly status: 'waiting' | 'confirmed' | 'rejected'
  readonly amount: Money
  readonly message: string | null
}

/** A request as it arrived: nothing of it has been parsed yet. Header names in lower case. */
export interface RawRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Epoch milliseconds of arrival, for the signature's tolerance. */
  readonly receivedAt: number
}

/** A hint that an object changed. What became of it is always fetched. */
export interface InboxEvent {
  /** Unique at the processor for good. */
  readonly eventId: string
  readonly kind: string
  /** other: of a kind that is kept, and read by nobody. */
  readonly object: 'payment' | 'refund' | 'connection' | 'other'
  /** The processor's id of the payment that the event is about, or of whatever else it names. */
  readonly objectRef: string
  /** The business that the event belongs to, as the processor names it; null where it doesn't say. */
  readonly recipient: string | null
}

/** Epoch milliseconds, the end left out. */
export interface Period {
  readonly fromMs: number
  readonly toMs: number
}

/** A part of a listing. `next` asks for the part after it; null at the end. */
export interface Listing<T> {
  readonly items: readonly T[]
  readonly next: string | null
}

export interface AccountInfo {
  readonly remoteId: string
  readonly name: string
  readonly chargesEnabled: boolean
}

/**
 * One payment processor. Every call runs outside any transaction of the caller. `key` makes a write safe to
 * repeat: the same key with the same values gets the first answer.
 */
export interface PaymentProvider {
  readonly id: string
  readonly name: string
  /** Card and account numbers to try it with, and what becomes of them. Only of a processor that moves no money. */
  readonly trials?: readonly { readonly number: string; readonly outcome: string }[]
  capabilities(connection: Connection): Capabilities
  /** Where a person goes to connect, or the fields of a form. Absent where nothing has to be connected. */
  connectStart?(request: {
    state: string
    redirectUri: string
  }): Promise<{ url: string } | { fields: readonly FormField[] }>
  connectFinish?(query: Readonly<Record<string, string>>, redirectUri: string): Promise<Outcome<Credentials>>
  refresh?(credentials: Credentials): Promise<Outcome<Credentials>>
  disconnect?(connection: Connection): Promise<Outcome<void>>
  health(connection: Connection): Promise<Outcome<AccountInfo>>
  options(connection: Connection, invoice: PayableInvoice): Promise<readonly ProviderOption[]>
  /** What is wrong with the fields of a form, by field, before anything is recorded; null when nothing is. */
  checkFields?(
    type: PaymentType,
    values: Readonly<Record<string, string | boolean>>,
    today: string,
  ): Readonly<Record<string, readonly string[]>> | null
  create(connection: Connection, request: CreateRequest, key: string): Promise<Outcome<ProviderPayment>>
  /**
   * Goes on with an `input` payment: the answer to a challenge, the capture of an approved order. wrong_state while the
   * payer has not approved the order.
   */
  confirm?(
    connection: Connection,
    paymentRef: string,
    answer: 'approve' | 'decline',
    key: string,
    options?: { readonly storeMethod: boolean },
  ): Promise<Outcome<ProviderPayment>>
  /** Takes what was authorised. */
  capture?(
    connection: Connection,
    paymentRef: string,
    amount: Money,
    key: string,
  ): Promise<Outcome<ProviderPayment>>
  /** Lets go of a payment of which nothing was taken. */
  void?(connection: Connection, paymentRef: string, key: string): Promise<Outcome<ProviderPayment>>
  refund(connection: Connection, request: RefundRequest, key: string): Promise<Outcome<ProviderRefund>>
  fetch(connection: Connection, paymentRef: string): Promise<Outcome<ProviderPayment>>
  /** What became of a `create` whose answer was lost; null when the processor never got it. */
  findPayment(connection: Connection, asked: AskedCall): Promise<Outcome<ProviderPayment | null>>
  /** The same of a `refund`. */
  findRefund(
    connection: Connection,
    paymentRef: string,
    asked: AskedCall,
  ): Promise<Outcome<ProviderRefund | null>>
  /** Every payment that was made in a period, oldest first, for the daily comparison with the ledger. */
  listPayments(
    connection: Connection,
    period: Period,
    after: string | null,
  ): Promise<Outcome<Listing<ProviderPayment>>>
  /** The same of refunds, whenever their payments were made. */
  listRefunds(
    connection: Connection,
    period: Period,
    after: string | null,
  ): Promise<Outcome<Listing<ProviderRefund>>>
  listMethods?(connection: Connection, customerRef: string): Promise<Outcome<readonly StoredMethod[]>>
  removeMethod?(connection: Connection, token: string): Promise<Outcome<void>>
  /** Reads the events of a request that is genuine and recent, asking the processor where need be. `secrets`: the present one first. */
  verifyWebhook(
    connection: Connection,
    request: RawRequest,
    secrets: readonly string[],
  ): Promise<Outcome<readonly InboxEvent[]>>
  /**
   * Only of a processor that lives inside this program: hands over what fell due by the product's clock as the
   * requests by which it would have arrived. An event is handed over again until `receive` answers true.
   */
  deliverDue?(connection: Connection, receive: (request: RawRequest) => Promise<boolean>): Promise<void>
}

export const succeeded = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const failed = (error: ProviderError): Outcome<never> => ({ ok: false, error })
