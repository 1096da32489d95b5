import type { MethodName, TermsWish } from '../commands.ts'

/** Everything that is true of one company by the rules, in minor units. Plain data: it can be cloned and compared. */
export interface Books {
  now: number
  readonly partial: boolean
  readonly surchargePpm: bigint
  readonly customers: readonly { readonly currency: 'USD' | 'JPY' }[]
  invoices: Map<string, Invoice>
  payments: Map<string, Payment>
  refunds: Map<string, Refund>
  memos: Map<string, Memo>
  applications: Map<string, Application>
  methods: StoredMethod[]
  /** Attempts to pay an invoice by one payer: since when they are counted, and how many. */
  attempts: Map<string, { since: number; hits: number }>
}

export interface Line {
  readonly quantity: bigint
  readonly price: bigint
  readonly discount: bigint
  readonly tax: bigint
}

export interface Invoice {
  readonly key: string
  /** The product's own, by which it orders what falls due on one day; empty until it is known. */
  id: string
  customer: number
  state: 'draft' | 'open' | 'void' | 'written_off'
  lines: readonly Line[]
  terms: TermsWish
  date: string
  due: string
  total: bigint
  tax: bigint
  revision: number
  /** What was given up of it. */
  writtenOff: bigint
  /** Pay links made before this count changed open nothing any more. */
  links: number
}

export interface Share {
  readonly invoice: string
  amount: bigint
  reversed: bigint
  state: 'reserved' | 'applied' | 'released' | 'reversed'
}

export interface Payment {
  /** Its request_id. */
  readonly key: string
  readonly customer: number
  readonly method: MethodName | 'manual'
  /** What was asked for, to tell a repetition from another request. */
  readonly asked: string
  status: 'input' | 'waiting' | 'preauth' | 'confirmed' | 'rejected' | 'refunded' | 'error'
  failure: string | null
  readonly amount: bigint
  readonly surcharge: bigint
  captured: bigint
  refunded: bigint
  surchargeRefunded: bigint
  unapplied: bigint
  shares: Share[]
  readonly store: boolean
  /** Whose attempt it is: only they let go of it by paying in another way. */
  readonly payer: string
  readonly createdAt: number
  calledAt: number
  /** The payer has been told that their bank asks. */
  asks: boolean
  /** The product can't know how it stands and has to ask: when it does so is its own affair. */
  doubtful: boolean
  /** What the processor has in its books; null when it never heard of it. */
  charge: Charge | null
}

export interface Charge {
  status: 'input' | 'waiting' | 'preauth' | 'confirmed' | 'rejected' | 'refunded'
  reason: 'declined' | 'returned' | 'disputed' | 'expired' | 'voided' | null
  captured: bigint
  refunded: bigint
  ripensAt: number | null
  ripensAs: 'clear' | 'clearThenReturn' | 'return' | 'dispute' | 'expire' | null
  /** What the payer answered to their bank, if it asked. */
  answered: 'approve' | 'decline' | null
  /** It has news that it has not told yet. */
  untold: boolean
}

export interface Refund {
  readonly key: string
  readonly payment: string
  readonly asked: string
  readonly amount: bigint
  readonly createdAt: number
  status: 'waiting' | 'confirmed' | 'rejected'
  failure: string | null
  surcharge: bigint
  /** The processor has given the money back. */
  given: boolean
  doubtful: boolean
}

export interface Memo {
  readonly key: string
  readonly customer: number
  readonly total: bigint
  state: 'open' | 'void'
}

export interface Application {
  /** Its request_id. */
  readonly key: string
  readonly memo: string
  readonly invoice: string
  readonly asked: string
  readonly amount: bigint
  standing: boolean
}

export interface StoredMethod {
  readonly customer: number
  readonly method: MethodName
  removed: boolean
}

/** How a call is answered. `code` is the contract's; `field` is beside which the message stands. */
export interface Answer {
  readonly status: number
  readonly code?: string
  readonly field?: string
}

export const refused = (status: number, code: string): Answer => ({ status, code })
export const wrong = (field: string): Answer => ({ status: 400, field })
export const OK: Answer = { status: 200 }
export const CREATED: Answer = { status: 201 }
/** The process died before it answered. */
export const SILENCE: Answer = { status: 0 }

export type { MethodName }
