import type { DepositTo } from '../../../domain/payments/deposit-to.ts'
import type { PaymentType } from '../../../domain/payments/payment-status.ts'
import type { Connection, Credentials } from './connection.ts'
import type { Outcome } from './outcome.ts'

/** A field of the form that connects a business by keys. Its value is never shown again. */
export interface KeyField {
  readonly name: string
  readonly label: string
  /** Where the business finds it. */
  readonly help: string
  /** True for a value that a bystander must not read. */
  readonly secret: boolean
  readonly required: boolean
  /** The values to choose from, the first one by default. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
}

export interface AccountInfo {
  readonly remoteId: string
  readonly name: string
  readonly chargesEnabled: boolean
  /** Sentences about what the processor waits for before it takes payments. */
  readonly missing?: readonly string[]
}

/** An account of the business at the processor that takes one type of payment. */
export interface DepositAccount {
  readonly id: string
  readonly name: string
  readonly type: PaymentType
  readonly depositTo: DepositTo
}

/** How a business connects a processor, and ends that. */
export interface Connecting {
  /** Path of our page to which `connectStart` leads back, such as /stripe-callback. Belongs to `connectStart`. */
  readonly callbackPath?: string
  /**
   * Returns the processor's page where a person connects the business. A processor with neither this nor `connectWithKeys`
   * is built in. `challenge`: PKCE by SHA-256, for a processor that supports it.
   */
  connectStart?(request: { state: string; challenge: string; redirectUri: string }): Promise<{ url: string }>
  /** `query`: what the processor sent back, without the state. `verifier`: PKCE verifier of the challenge. */
  connectFinish?(
    query: Readonly<Record<string, string>>,
    redirectUri: string,
    verifier: string,
  ): Promise<Outcome<Credentials>>
  /** The form of a connection by keys. Belongs to `connectWithKeys`. */
  readonly keyFields?: readonly KeyField[]
  /**
   * Checks the keys of the form at the processor. `values`: texts by the name of their field, empty where left out. A key that is
   * wrong is `invalid` with `fields`, or `auth` where the processor doesn't say which one.
   */
  connectWithKeys?(values: Readonly<Record<string, string>>): Promise<Outcome<Credentials>>
  /** Opens an account for a business that has none. Belongs to `accountPage`. */
  openAccount?(business: { name: string; email: string }, key: string): Promise<Outcome<Credentials>>
  /** Returns the processor's page on which a person completes an account that was opened from here. */
  accountPage?(
    connection: Connection,
    back: { returnUrl: string; refreshUrl: string },
  ): Promise<Outcome<{ url: string }>>
  refresh?(credentials: Credentials): Promise<Outcome<Credentials>>
  disconnect?(connection: Connection): Promise<Outcome<void>>
  /** Asks for webhooks at an address. Returns the secret that signs them. */
  subscribe?(connection: Connection, url: string, key: string): Promise<Outcome<{ secret: string }>>
  /** The accounts among which the business chooses. Only where it may have several, or one that holds clients' money. */
  depositAccounts?(connection: Connection): readonly DepositAccount[]
  health(connection: Connection): Promise<Outcome<AccountInfo>>
}
