/** A card as PayTrace keeps it. */
export interface KeptCard {
  readonly number: string
  readonly month: string
  readonly year: string
}

/** A bank account as PayTrace keeps it. */
export interface KeptBankAccount {
  readonly routingNumber: string
  readonly accountNumber: string
}

export interface Profile {
  readonly customerId: string
  readonly name: string
  readonly card: KeptCard | null
  readonly bank: KeptBankAccount | null
}

/** Values that the caller gives a transaction, and finds it by. */
export interface GivenFacts {
  readonly invoiceId: string
  readonly externalId: string
  readonly description: string
  readonly name: string
}

export interface CardTransaction extends GivenFacts {
  readonly id: number
  readonly type: 'SALE' | 'AUTHORIZATION' | 'REFUND'
  /** '12.34' */
  amount: string
  readonly card: KeptCard
  readonly customerId: string
  readonly approved: boolean
  readonly approvalCode: string
  readonly approvalMessage: string
  readonly createdMs: number
  /** A sale, a refund, or an authorization from its capture on. */
  capturedMs: number | null
  voided: boolean
  /** The bank has another security code, for which PayTrace voids the sale at once. */
  readonly wrongCode: boolean
  /** The sale that a refund is of. */
  readonly original: number | null
}

export type CheckStatus = 'ACCEPTED' | 'ORIGINATED' | 'SETTLED' | 'RETURNED' | 'VOIDED'

export interface CheckTransaction extends GivenFacts {
  readonly id: number
  readonly type: 'Sale' | 'Refund'
  readonly amount: string
  readonly bank: KeptBankAccount
  readonly customerId: string
  readonly createdMs: number
  voided: boolean
  readonly original: number | null
}
