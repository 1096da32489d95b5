import type { DelayedCharge, FeeRuleSpec, MethodName, Terms } from '../commands.ts'
import type { CreditFirst } from './credit/credit-plan.ts'
import type { PaymentPlan } from './plans/plan.ts'

/** The state of one company by the rules: minor units, epoch milliseconds, and plain data that can be cloned. */
export interface Books {
  now: number
  readonly partial: boolean
  readonly surchargePpm: bigint
  readonly customers: readonly { readonly currency: 'USD' | 'JPY' }[]
  /** The rule for late fees, on since a day; null for none. */
  readonly feeRule: (FeeRuleSpec & { readonly onSince: string }) | null
  fees: LateFee[]
  statements: IssuedStatement[]
  /** Customers whose invoices were moved to another one, and who have entries therefore. */
  formerCustomers: number[]
  invoices: Map<string, Invoice>
  plans: Map<string, PaymentPlan>
  payments: Map<string, Payment>
  refunds: Map<string, Refund>
  memos: Map<string, Memo>
  applications: Map<string, Application>
  /** Cases by the product's own id. */
  cases: Map<string, Case>
  /** Differences from the processor before the latest events were processed; null when no time has passed. */
  priorDifferences: ReadonlySet<string> | null
  /** Amount that each payment had allocated to each invoice at that time. */
  priorAllocations: ReadonlyMap<string, bigint> | null
  /** This step made the processor report a wrong amount or currency. */
  mismatchInjected: boolean
  /** Fingerprints of the requests that used unapplied credit, by request id. */
  creditUses: Map<string, string>
  readonly credit: CreditFirst
  methods: StoredMethod[]
  consents: Consent[]
  /**
   * Payments confirmed in this step whose payer chose automatic payments, each with the index of its method.
   */
  pendingConsents: { readonly payment: string; readonly method: number }[]
  notices: Notice[]
  attempts: ChargeAttempt[]
  /** Rate limit of payment attempts, by invoice and payer: start of the window and attempts in it. */
  attemptCounts: Map<string, { since: number; hits: number }>
  /** Sums of each day in each currency. */
  dailyTotals: Map<string, DailyTotal>
}

export interface DailyTotal {
  readonly day: string
  readonly currency: string
  readonly invoiced: bigint
  readonly collected: bigint
  readonly owed: bigint
}

export interface Line {
  readonly quantity: bigint
  readonly price: bigint
  readonly discount: bigint
  readonly tax: bigint
}

export interface Invoice {
  readonly key: string
  /** The product's id, by which it orders invoices due on the same day; empty until it is known. */
  id: string
  customer: number
  state: 'draft' | 'open' | 'void' | 'written_off'
  lines: readonly Line[]
  terms: Terms
  date: string
  due: string
  /** Without late fees. */
  total: bigint
  tax: bigint
  revision: number
  /** When the invoice was issued; null for a draft. */
  issuedAt: number | null
  /** The number in the import file; null for an invoice that was not imported. */
  number: string | null
  /** Distinguishes the imported row from another row with the same number. */
  importFingerprint: string | null
  paidBeforeImport: bigint
  writtenOff: bigint
  /** A change of this number invalidates all earlier pay links. */
  linkGeneration: number
}

/** A late fee of an invoice, once for each period, or the fee of a payment plan. */
export interface LateFee {
  readonly invoice: string
  /** Null for a plan's fee. */
  readonly period: number | null
  readonly plan?: string
  readonly day: string
  readonly bookedOn: string
  readonly amount: bigint
  /** The waived part; null while it is not waived. */
  waived: bigint | null
}

export interface IssuedStatement {
  readonly customer: number
  readonly form: 'open_item' | 'balance_forward'
  readonly from: string
  readonly to: string
  readonly owed: bigint
  readonly closing: bigint
}

export interface Share {
  readonly invoice: string
  amount: bigint
  reversed: bigint
  state: 'reserved' | 'applied' | 'released' | 'reversed'
}

export interface Payment {
  /** The request id. */
  readonly key: string
  readonly customer: number
  readonly method: MethodName | 'manual'
  /** Distinguishes a repeated request from another one with the same request id. */
  readonly requestFingerprint: string
  status: 'input' | 'waiting' | 'preauth' | 'confirmed' | 'rejected' | 'refunded' | 'error'
  failure: string | null
  readonly amount: bigint
  readonly surcharge: bigint
  captured: bigint
  refunded: bigint
  surchargeRefunded: bigint
  unapplied: bigint
  shares: Share[]
  /** The payer chose to store the method. */
  readonly store: boolean
  /** Index of the stored method that is charged; null for any other. */
  readonly storedMethod: number | null
  /** The payer also agreed to automatic payments with this method. */
  readonly agree: boolean
  /** Only the same payer's next attempt cancels a challenged one. */
  readonly payer: string
  readonly createdAt: number
  /** Date of a payment recorded by staff; null for any other. */
  readonly receivedOn: string | null
  calledAt: number
  /** Staff have marked the payment as reconciled. */
  posted: boolean
  /** The payer knows that their bank asks for confirmation. */
  isChallenged: boolean
  /** The processor's reference, once the product knows it. */
  ref: string | null
  /** The reference at the processor, whether the product knows it or not. */
  chargeRef: string | null
  /** The charge request is still under way. It arrives after the attempt was abandoned. */
  delayedCharge: DelayedCharge
  /** The abandoned attempt whose late charge became this payment. */
  readonly lateOf: string | null
  /**
   * The product does not know the outcome and has to request it. The model does not predict when it does so.
   */
  doubtful: boolean
  /** The processor's record; null when no charge request has arrived. */
  charge: Charge | null
}

export interface Charge {
  status: 'input' | 'waiting' | 'preauth' | 'confirmed' | 'rejected' | 'refunded'
  reason: 'declined' | 'returned' | 'disputed' | 'expired' | 'voided' | null
  captured: bigint
  refunded: bigint
  /** When `nextChange` happens by itself. */
  changesAt: number | null
  nextChange: 'clear' | 'clearThenReturn' | 'return' | 'dispute' | 'expire' | null
  /** The payer's answer to a challenge. */
  challengeAnswer: 'approve' | 'decline' | null
  /** The payer approved the order. */
  approved: boolean
  /** The payer declined the order. */
  refused: boolean
  /** The processor has an event about the charge to send. */
  hasPendingEvent: boolean
}

export interface Refund {
  readonly key: string
  readonly payment: string
  readonly requestFingerprint: string
  readonly amount: bigint
  readonly calledAt: number
  status: 'waiting' | 'confirmed' | 'rejected'
  failure: string | null
  surcharge: bigint
  /** Made in the processor's dashboard. The product learns of it from the processor. */
  readonly outside: boolean
  /** When the product learned that the refund was not made. */
  rejectedAt: number | null
  /** The processor has made the refund. */
  executed: boolean
  doubtful: boolean
}

/** A difference between processor and ledger that a person looks at. */
export interface Case {
  readonly id: string
  readonly kind: string
  readonly payment: string
  /** The refund in question; null when the case concerns the payment. */
  readonly refund: string | null
  /** `closed`: a person closed it. `resolved`: the difference disappeared. */
  state: 'open' | 'closed' | 'resolved'
}

export interface Memo {
  readonly key: string
  readonly customer: number
  readonly total: bigint
  state: 'open' | 'void'
}

export interface Application {
  /** The request id. */
  readonly key: string
  readonly memo: string
  readonly invoice: string
  readonly requestFingerprint: string
  readonly amount: bigint
  active: boolean
}

export interface StoredMethod {
  readonly customer: number
  readonly method: MethodName
  /** Null while the method is stored. */
  removedAt: number | null
}

/** A customer's agreement to automatic payments with a stored method. */
export interface Consent {
  readonly customer: number
  /** Index of the stored method. */
  readonly method: number
  readonly since: number
  readonly sinceDate: string
  ended: { readonly at: number; readonly reason: EndReason } | null
}

export type EndReason = 'customer' | 'staff' | 'method_removed' | 'replaced' | 'declined'

/** An announcement of an automatic payment. */
export interface Notice {
  readonly invoice: string
  /** Index of the consent. */
  readonly consent: number
  readonly total: bigint
  readonly at: number
}

/** An attempt to charge a due invoice automatically. */
export interface ChargeAttempt {
  /** The product's id, by which it orders open attempts; empty until it is known. */
  id: string
  readonly invoice: string
  /** Counts from 1 for each invoice. */
  readonly no: number
  readonly consent: number
  readonly amount: bigint
  readonly startedAt: number
  state: 'open' | 'paid' | 'failed' | 'abandoned'
  /** Request id of the payment, if there is one. */
  readonly request: string
  /** The product has linked the payment to the attempt. */
  hasPayment: boolean
  nextAt: number | null
  settledAt: number | null
}

/**
 * The part of a reply that the model predicts. `code` is the contract's error code, `field` the invalid
 * field.
 */
export interface ReplySummary {
  readonly status: number
  readonly code?: string
  /** The outcomes of imported rows, sorted and separated by spaces. */
  readonly rowOutcomes?: string
  readonly field?: string
}

export const refusal = (status: number, code: string): ReplySummary => ({ status, code })
export const invalidField = (field: string): ReplySummary => ({ status: 400, field })
export const OK: ReplySummary = { status: 200 }
export const CREATED: ReplySummary = { status: 201 }
/** The process died before it replied. */
export const NO_REPLY: ReplySummary = { status: 0 }

export type { MethodName }
