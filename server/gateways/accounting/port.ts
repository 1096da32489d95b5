import type { Simulated } from '../../../contract/accounting/shapes.ts'
import type { Connection, Credentials } from '../payments/connection.ts'
import type { Money, Outcome, ProcessorError, ProcessorErrorKind } from '../payments/outcome.ts'
import type { RemoteKind, RemoteRecord } from './records.ts'

export type {
  ReceivedCredit,
  RemoteCreditMemo,
  RemoteCustomer,
  RemoteInvoice,
  RemoteKind,
  RemoteLine,
  RemotePayment,
  RemoteRecord,
  Use,
} from './records.ts'
export type { Connection, Credentials, Money, Outcome, ProcessorError, ProcessorErrorKind }

/** Things that a platform can do by its API, or has. */
export interface AccountingFeatures {
  /** Takes payments that were made elsewhere. */
  readonly post_payments: boolean
  /** Takes none by its API: people enter each there, and reading it shows when they did. */
  readonly manual_payments?: boolean
  readonly apply_credit: boolean
  readonly late_fees: boolean
  readonly tax_codes: boolean
  readonly items: boolean
  readonly accounts: boolean
  readonly multi_currency: boolean
  readonly webhooks: boolean
  /** Takes surcharges as income of their own, by `postSurcharge`. */
  readonly surcharges?: boolean
  /** Has its own PDF of an invoice. */
  readonly pdf?: boolean
}

export interface CompanyProfile {
  /** The company's id at the platform. */
  readonly remoteId: string
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly postalCode: string
  readonly country: string
  readonly currency: string
}

/** A page of one kind of record. `next` is null on the last one. */
export interface RecordPage {
  readonly records: readonly RemoteRecord[]
  readonly next: string | null
  /** Number of records of this kind, where the platform reports it. */
  readonly total: number | null
}

/** Records that were changed since a position, in any order, with deleted ones. */
export interface ChangePage {
  readonly records: readonly RemoteRecord[]
  readonly next: string
  readonly more: boolean
  /** True when the platform has forgotten changes after the position, so that everything has to be read. */
  readonly gap: boolean
}

export interface Choice {
  readonly id: string
  readonly name: string
  readonly detail: string
}

export interface PaymentToPost {
  /** Stored with the payment there; `findPayment` searches for it. At most 21 characters. */
  readonly reference: string
  readonly customerId: string
  readonly total: Money
  readonly receivedOn: string
  readonly note: string
  /** Parts for invoices there. The rest of the total is the customer's credit. */
  readonly applied: readonly { readonly invoiceId: string; readonly amountMinor: bigint }[]
  /** Account there that receives the money; empty for the platform's default. */
  readonly depositAccount: string
}

export interface CreditToApply {
  readonly reference: string
  readonly customerId: string
  /** The platform's id of the credit memo, or of money received there, as it was read. */
  readonly creditMemoId: string
  readonly invoiceId: string
  readonly amount: Money
  readonly appliedOn: string
}

/** A late fee that becomes a line of its invoice there. */
export interface LateFeeToAdd {
  /** Stands in parentheses in the line's text, where `findLateFee` and every reading look for it. */
  readonly reference: string
  /** Beginning of the references of all lines of this fee. The others are replaced. */
  readonly base: string
  readonly invoiceId: string
  readonly amount: Money
  readonly text: string
  readonly chargedOn: string
  /** The platform's id of the item to use; empty for its default. */
  readonly item: string
  /** The platform's id of the tax code; empty for none. */
  readonly taxCode: string
}

/** A surcharge that becomes income of its own there, without an invoice. */
export interface SurchargeToPost {
  /** Stored with the record there; `findSurcharge` searches for it. At most 21 characters. */
  readonly reference: string
  readonly customerId: string
  readonly amount: Money
  readonly receivedOn: string
  readonly text: string
  readonly item: string
  readonly taxCode: string
  readonly depositAccount: string
}

/** One event of a webhook. It only says what to read: nothing of it is believed but the merge. */
export interface PlatformEvent {
  /** The company's id at the platform. */
  readonly company: string
  /** The same for a repeated delivery. */
  readonly eventId: string
  readonly kind: RemoteKind | 'other'
  readonly operation: 'changed' | 'deleted' | 'merged'
  readonly remoteId: string
  /** The record that was merged into this one. */
  readonly mergedFrom: string | null
  readonly raw: string
}

/** The record that a call without an answer was to make or to remove. */
export interface Sought {
  readonly remoteId?: string
  readonly payment?: PaymentToPost | undefined
  readonly credit?: CreditToApply | undefined
  /** Records there that other posts made. */
  readonly taken: readonly string[]
}

/** A record there after a write. */
export interface RemoteRef {
  readonly remoteId: string
  readonly version: string
  /** Address in the platform's own pages; empty where it has none. */
  readonly url: string
}

/**
 * An accounting platform. Expected failures are values, as for payment processors: `unknown_outcome` when the answer of a write
 * was lost, `invalid` or `wrong_state` with a sentence for staff when the books refuse it.
 */
export interface AccountingPlatform {
  readonly id: string
  readonly name: string
  readonly features: AccountingFeatures
  /** True where no real books are kept. */
  readonly sandbox?: boolean
  /** Returns the platform's page where a person connects the company; absent where nobody has to. */
  connectStart?(given: { state: string; challenge: string; redirectUri: string }): { readonly url: string }
  connectFinish(
    answer: {
      readonly accountId: string
      readonly code: string
      readonly realmId: string
      readonly verifier?: string
    },
    redirectUri: string,
  ): Promise<Outcome<Credentials>>
  /** Exchanges the refresh token. The former tokens may no longer work, so the new ones are stored before they are used. */
  refresh?(credentials: Credentials): Promise<Outcome<Credentials>>
  disconnect?(connection: Connection): Promise<Outcome<void>>
  company(connection: Connection): Promise<Outcome<CompanyProfile>>
  /** Returns the position from which `changes` will continue. */
  position(connection: Connection): Promise<Outcome<string>>
  pull(connection: Connection, kind: RemoteKind, cursor: string | null): Promise<Outcome<RecordPage>>
  changes(connection: Connection, position: string): Promise<Outcome<ChangePage>>
  /** Reads one record by its id; null for an unknown or deleted one. */
  read(connection: Connection, kind: RemoteKind, remoteId: string): Promise<Outcome<RemoteRecord | null>>
  choices(
    connection: Connection,
    list: 'tax_codes' | 'items' | 'accounts',
  ): Promise<Outcome<readonly Choice[]>>
  postPayment(connection: Connection, payment: PaymentToPost, key: string): Promise<Outcome<RemoteRef>>
  applyCredit(connection: Connection, credit: CreditToApply, key: string): Promise<Outcome<RemoteRef>>
  /** Finds a payment or an applied credit: by our reference, or as `sought` where the platform keeps none; null without one. */
  findPayment(connection: Connection, reference: string, sought: Sought): Promise<Outcome<RemoteRef | null>>
  /** Removes a payment that we posted. Removing it twice is the same as once. */
  reversePayment(connection: Connection, ref: RemoteRef, key: string): Promise<Outcome<void>>
  /** Does something in the books of the Sandbox that a bookkeeper would do there. Returns a sentence for each thing. */
  simulate?(accountId: string, what: Simulated): Promise<readonly string[]>
  /** Adds a late fee to its invoice as a line, in place of a former line of the same fee. `remoteId` of the result names the line. */
  addLateFee?(connection: Connection, fee: LateFeeToAdd, key: string): Promise<Outcome<RemoteRef>>
  findLateFee?(
    connection: Connection,
    fee: { readonly invoiceId: string; readonly reference: string },
  ): Promise<Outcome<RemoteRef | null>>
  /** Removes the line of a late fee. One that is gone, or whose invoice is, is what was wanted. */
  removeLateFee?(
    connection: Connection,
    fee: { readonly invoiceId: string; readonly base: string },
    key: string,
  ): Promise<Outcome<void>>
  postSurcharge?(connection: Connection, surcharge: SurchargeToPost, key: string): Promise<Outcome<RemoteRef>>
  findSurcharge?(connection: Connection, reference: string): Promise<Outcome<RemoteRef | null>>
  reverseSurcharge?(connection: Connection, ref: RemoteRef, key: string): Promise<Outcome<void>>
  /** Returns the platform's own PDF of an invoice. */
  invoicePdf?(connection: Connection, remoteId: string): Promise<Outcome<Uint8Array>>
  /**
   * Registers for webhooks to this address, or prolongs what expires, where each connection has its own. Returns credentials with
   * what verifies them; null while nothing is to be done.
   */
  keepWebhooks?(connection: Connection, address: string): Promise<Outcome<Credentials | null>>
  /** Returns by which names in `accounting_companies` the webhooks of a connection are found. */
  webhookNames?(credentials: Credentials): readonly string[]
  /** Returns the name of the connection's webhook that a message claims to be of; null for a message that claims none. */
  webhookName?(body: Buffer): string | null
  /** Returns the events of a message that the connection's secret signed; null when the signature is wrong. */
  verifyOwnWebhook?(
    connection: Connection,
    headers: Readonly<Record<string, string | undefined>>,
    body: Buffer,
  ): readonly PlatformEvent[] | null
  /** Returns the events of a signed message, of any companies; null when its signature is wrong. */
  verifyWebhook?(
    headers: Readonly<Record<string, string | undefined>>,
    body: Buffer,
  ): readonly PlatformEvent[] | null
}
