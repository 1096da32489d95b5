import type { DepositTo } from '../../../domain/payments/deposit-to.ts'
import type { PaymentType } from '../../../domain/payments/payment-status.ts'

/** A business's connection to a processor. The Sandbox needs only the account. */
export interface Connection {
  readonly accountId: string
  /** The business's own id at the processor: acct_…, merchant id, realm. */
  readonly remoteId?: string
  readonly credentials?: Credentials
  /** Accounts that the business chose, by `depositKey`; the others follow from their order at the processor. */
  readonly depositChoices?: Readonly<Record<string, string>>
  /** Epoch ms of the first connection to this business. What was asked before may be known to another account of the business only. */
  readonly sinceMs?: number
}

/** Encrypted at rest and decrypted only for a call. */
export interface Credentials {
  /** Absent where calls use the platform's key. */
  readonly accessToken?: string
  /** Keys of the form that the processor needs again, such as for a new token. */
  readonly keys?: Readonly<Record<string, string>>
  readonly refreshToken?: string
  /** ISO instant. */
  readonly accessExpiresAt?: string
  readonly remoteId?: string
  readonly publishableKey?: string
  /** The account was opened from here. */
  readonly openedHere?: boolean
  /** False where the business may not debit bank accounts; absent when unknown. */
  readonly bankDebits?: boolean
  /** False for test keys, which move no money. */
  readonly live?: boolean
  /** Optional features of the business's account, as its processor named them when it was connected. */
  readonly features?: readonly string[]
  /** Signs the webhooks of this connection, where the processor gives each its own. */
  readonly webhookSecret?: string
}

/** 'trust credit_card': names a choice of `depositChoices`. */
export const depositKey = (to: DepositTo, type: PaymentType): string => `${to} ${type}`
