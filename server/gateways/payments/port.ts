import type { FormFieldShape as FormField } from '../../../contract/payments/payment-shapes.ts'
import { DEPOSITS, type DepositTo } from '../../../domain/payments/deposit-to.ts'
import type { PaymentType } from '../../../domain/payments/payment-status.ts'
import type { AccountInfo, Connecting, DepositAccount, KeyField } from './connecting.ts'
import type { Connection, Credentials } from './connection.ts'
import type { NextStep, NextStepKind } from './next-step.ts'
import type { Money, Outcome, ProcessorError, ProcessorErrorKind } from './outcome.ts'
import type { PayoutLine, ProcessorPayout } from './payouts.ts'
import type { DisputeFacts, ProcessorPayment, ProcessorReason } from './processor-payment.ts'
import type { Consent, MethodFacts, PayingCustomer, StoredMethod, StoreRequest } from './stored-methods.ts'
import type { InboxEvent, RawRequest } from './webhook-events.ts'

export { CONNECTED_CALLS } from './connected-calls.ts'
export { depositKey } from './connection.ts'
export type {
  AccountInfo,
  Connection,
  Consent,
  Credentials,
  DepositAccount,
  DisputeFacts,
  InboxEvent,
  KeyField,
  MethodFacts,
  Money,
  NextStep,
  NextStepKind,
  Outcome,
  PayingCustomer,
  PayoutLine,
  ProcessorError,
  ProcessorErrorKind,
  ProcessorPayment,
  ProcessorPayout,
  ProcessorReason,
  RawRequest,
  StoredMethod,
  StoreRequest,
}

export interface Capabilities {
  readonly types: readonly PaymentType[]
  /** ISO 4217 codes; absent for a processor that takes every currency that `options` accepts. */
  readonly currencies?: readonly string[]
  readonly partialPayments: boolean
  readonly preauth: boolean
  readonly storedMethods: boolean
  /** Types of method that it stores without charging them; the others are stored when they pay. */
  readonly storesWithoutCharge: readonly PaymentType[]
  readonly partialRefunds: boolean
  readonly void: boolean
  /** hint: webhooks are unsigned, so a fetch confirms each. none: open payments are polled. */
  readonly webhooks: 'signed' | 'hint' | 'none'
  /** False where it doesn't report that a payer's bank took a payment back. */
  readonly tellsDisputes: boolean
  /**
   * Milliseconds after a `create` during which the processor may still receive it. "Not found" means that
   * nothing was charged only after this time.
   */
  readonly arrivalWindowMs: number
  /** Only with `cancelLost`: the types that it cancels. The outcome of any other type is for staff to look up. */
  readonly cancelsLost?: readonly PaymentType[]
}

/** A payment option of the processor. The product adds amounts, surcharge and address. */
export interface ProcessorOption {
  readonly type: PaymentType
  /** The processor's own fields. The product adds amount, request_id and the checkboxes. */
  readonly fields: readonly FormField[]
  readonly publishableKey?: string
  readonly clientId?: string
  /** Address of the script that draws the processor's own fields. */
  readonly script?: string
  /** Address to which the browser sends a card, which answers with the token that pays. */
  readonly tokenAddress?: string
  /** True where no money moves. */
  readonly sandbox?: boolean
}

/** A key of RSA-OAEP. */
export interface EncryptionKey {
  /** PEM */
  readonly data: string
  readonly hash: 'SHA-1' | 'SHA-256'
}

export interface PayableInvoice {
  readonly id: string
  readonly number: string
  readonly currency: string
  readonly payable: Money
  readonly depositTo: DepositTo
  /** Calendar date in the account's time zone, for example for years of expiry. */
  readonly today: string
}

/**
 * - fields: the submitted form (a token where the card fields are the processor's).
 * - stored: a method stored at the processor.
 * - browser: an intent or order that the payer confirms in the browser.
 */
export type MethodInput =
  | { readonly kind: 'fields'; readonly values: Readonly<Record<string, string | boolean>> }
  | { readonly kind: 'stored'; readonly token: string }
  | { readonly kind: 'browser' }

export interface CreateRequest {
  /** Our payment's id. The processor stores it with the charge, and `findPayment` searches for it. */
  readonly ourId: string
  /** Total to charge, including the surcharge. */
  readonly amount: Money
  readonly type: PaymentType
  readonly depositTo: DepositTo
  readonly method: MethodInput
  readonly customer: PayingCustomer
  readonly invoice: { readonly id: string; readonly number: string }
  readonly storeMethod: boolean
  /** False when nobody can answer a challenge. */
  readonly payerPresent: boolean
  /** The payer's consent to debit a bank account; absent where nobody gave one with this payment. */
  readonly consent?: Consent
  /** later: authorize only. */
  readonly capture: 'now' | 'later'
}

/** A call with an unknown outcome. Processors find it by our id, by the call's key, or only by time. */
export interface AskedCall {
  readonly ourId: string
  readonly key: string
  /** The payment's type, of a `create`. */
  readonly type?: string
  /** Epoch milliseconds. */
  readonly askedAt: number
  /** A stored method was charged, without its owner. */
  readonly storedMethod?: boolean
}

export interface RefundRequest {
  /** Our refund's id. */
  readonly ourId: string
  readonly paymentRef: string
  readonly amount: Money
  readonly reason: string
}

export interface ProcessorRefund {
  readonly refundRef: string
  readonly paymentRef: string
  readonly ourId: string | null
  readonly status: 'waiting' | 'confirmed' | 'rejected'
  readonly amount: Money
  readonly message: string | null
}

/** Epoch milliseconds, excluding the end. */
export interface Period {
  readonly fromMs: number
  readonly toMs: number
}

/** A page of a listing. `next` is the cursor of the next page; null at the end. */
export interface Listing<T> {
  readonly items: readonly T[]
  readonly next: string | null
}

/**
 * One payment processor. Call it outside transactions. `key` makes a write idempotent: the same key with the
 * same values gets the first answer.
 */
export interface PaymentProcessor extends Connecting {
  readonly id: string
  readonly name: string
  /** Address of the script that draws its own fields in the browser. */
  readonly scriptUrl?: string
  /** Test card and account numbers with their outcomes. Only for a processor that moves no money. */
  readonly trials?: readonly { readonly number: string; readonly outcome: string }[]
  capabilities(connection: Connection): Capabilities
  options(connection: Connection, invoice: PayableInvoice): Promise<readonly ProcessorOption[]>
  /** The public key with which browsers encrypt a card; absent where a card's fields are the processor's own, or are sent as they are. */
  encryptionKey?(connection: Connection): EncryptionKey | null
  /** Validates form fields before anything is recorded. Returns messages by field, or null. */
  checkFields?(
    type: PaymentType,
    values: Readonly<Record<string, string | boolean>>,
    today: string,
  ): Readonly<Record<string, readonly string[]>> | null
  create(connection: Connection, request: CreateRequest, key: string): Promise<Outcome<ProcessorPayment>>
  /**
   * Continues an `input` payment: answers a challenge or captures an approved order. Returns wrong_state
   * while the payer has not approved the order.
   */
  confirm?(
    connection: Connection,
    paymentRef: string,
    answer: 'approve' | 'decline',
    key: string,
    options?: { readonly storeMethod: boolean },
  ): Promise<Outcome<ProcessorPayment>>
  /** Captures an authorized amount. */
  capture?(
    connection: Connection,
    paymentRef: string,
    amount: Money,
    key: string,
  ): Promise<Outcome<ProcessorPayment>>
  /** Cancels a payment of which nothing was captured. */
  void?(connection: Connection, paymentRef: string, key: string): Promise<Outcome<ProcessorPayment>>
  refund(connection: Connection, request: RefundRequest, key: string): Promise<Outcome<ProcessorRefund>>
  fetch(connection: Connection, paymentRef: string): Promise<Outcome<ProcessorPayment>>
  /** Finds a `create` whose answer was lost; null when the processor never received it. */
  findPayment(connection: Connection, asked: AskedCall): Promise<Outcome<ProcessorPayment | null>>
  /**
   * Only for a processor that can't look up a `create` whose answer was lost, in place of `findPayment`: cancels it by the call's key,
   * so that nothing is charged, whether or not it had arrived.
   */
  cancelLost?(connection: Connection, asked: AskedCall): Promise<Outcome<null>>
  /** Finds a `refund` whose answer was lost; null when the processor never received it. */
  findRefund(
    connection: Connection,
    paymentRef: string,
    asked: AskedCall,
  ): Promise<Outcome<ProcessorRefund | null>>
  /** Lists the payments created in a period, oldest first, for the daily reconciliation with the ledger. */
  listPayments(
    connection: Connection,
    period: Period,
    after: string | null,
  ): Promise<Outcome<Listing<ProcessorPayment>>>
  /** Lists the refunds created in a period, whenever their payments were created. */
  listRefunds(
    connection: Connection,
    period: Period,
    after: string | null,
  ): Promise<Outcome<Listing<ProcessorRefund>>>
  /** Lists the payouts to the bank that were created in a period. Absent where the processor doesn't tell. */
  listPayouts?(
    connection: Connection,
    period: Period,
    after: string | null,
  ): Promise<Outcome<Listing<ProcessorPayout>>>
  listMethods?(connection: Connection, customerRef: string): Promise<Outcome<readonly StoredMethod[]>>
  /**
   * Returns the forms of the types in `storesWithoutCharge`. `today`: calendar date in the account's time
   * zone.
   */
  storeOptions?(connection: Connection, today: string): Promise<readonly ProcessorOption[]>
  /** Checks a method with its issuer and stores it, charging nothing. The same method gets the same token. */
  storeMethod?(connection: Connection, request: StoreRequest, key: string): Promise<Outcome<StoredMethod>>
  removeMethod?(connection: Connection, token: string): Promise<Outcome<void>>
  /**
   * Only for a processor that sends the webhooks of all businesses to one address: returns the account that a webhook is about,
   * which is to be verified for that account. Null when it names none.
   */
  accountOfWebhook?(body: Buffer): string | null
  /**
   * Verifies a request's signature and age and returns its events, calling the processor where necessary.
   * `secrets` starts with the current one.
   */
  verifyWebhook(
    connection: Connection,
    request: RawRequest,
    secrets: readonly string[],
  ): Promise<Outcome<readonly InboxEvent[]>>
  /**
   * Only for a built-in processor: delivers the events that are due by the product's clock as webhook
   * requests. An event is delivered again until `receive` returns true.
   */
  deliverDue?(connection: Connection, receive: (request: RawRequest) => Promise<boolean>): Promise<void>
  /** Only with `deliverDue`: when the next event is due, in epoch ms; null when none is expected. */
  nextDelivery?(connection: Connection): Promise<number | null>
}

/** True for a processor that needs no connection, such as the Sandbox. */
export const isBuiltIn = ({ connectStart, connectWithKeys }: PaymentProcessor): boolean =>
  connectStart === undefined && connectWithKeys === undefined

/** Returns the kinds of accounts into which a processor can pay for a connection. */
export const depositsOf = (processor: PaymentProcessor, connection: Connection): readonly DepositTo[] =>
  processor.depositAccounts?.(connection).some(({ depositTo }) => depositTo === 'trust')
    ? DEPOSITS
    : ['operating']

export const succeeded = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const failed = (error: ProcessorError): Outcome<never> => ({ ok: false, error })
