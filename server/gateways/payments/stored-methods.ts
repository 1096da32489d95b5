import type { PaymentType } from '../../../domain/payments/payment-status.ts'

export interface PayingCustomer {
  /** Our customer's id. Stored methods are bound to it. */
  readonly ref: string
  readonly name: string
  readonly email: string
}

/** Evidence that a person agreed to debits of their bank account. */
export interface Consent {
  readonly ip: string
  readonly userAgent: string
}

export interface MethodFacts {
  readonly type: PaymentType
  readonly brand: string
  readonly last4: string
  readonly expirationYear: number | null
  readonly expirationMonth: number | null
}

/** A method stored at the processor, as listed to those who may use it. */
export interface StoredMethod extends MethodFacts {
  readonly token: string
}

/** A method to store without a charge. */
export interface StoreRequest {
  /** Our request's id. */
  readonly ourId: string
  readonly type: PaymentType
  /** The submitted form (a token where the card fields are the processor's). */
  readonly values: Readonly<Record<string, string | boolean>>
  readonly customer: PayingCustomer
  /** The payer's consent to debit a bank account. */
  readonly consent?: Consent
  /** The processor's earlier name of this method, when the payer was asked by their bank. */
  readonly startedRef?: string
}
