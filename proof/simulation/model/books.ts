import type { DelayedCharge, MethodName, Terms } from '../commands.ts'

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
  /** What a person has to look at, by the product's own id. */
  cases: Map<string, Case>
  /** What differed from the processor's books just before the news was heard; null when no time has passed. */
  differed: ReadonlySet<string> | null
  /** What each payment took of each invoice then. */
  taken: ReadonlyMap<string, bigint> | null
  /** The processor was made to speak of another amount or currency just now. */
  misled: boolean
  /** What was asked for when credit was used, by request_id. */
  uses: Map<string, string>
  methods: StoredMethod[]
  consents: Consent[]
  /** Payments confirmed just now beside which a box was ticked, each with the place of its method. */
  ticked: { readonly payment: string; readonly method: number }[]
  notices: Notice[]
  tries: Try[]
  /** Attempts to pay an invoice by one payer: since when they are counted, and how many. */
  attempts: Map<string, { since: number; hits: number }>
  /** What each day comes to in each currency, and when money moved. */
  days: Map<string, DayOfBooks>
  moves: { readonly at: number; readonly currency: string; readonly amount: bigint }[]
}

export interface DayOfBooks {
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
  /** The product's own, by which it orders what falls due on one day; empty until it is known. */
  id: string
  customer: number
  state: 'draft' | 'open' | 'void' | 'written_off'
  lines: readonly Line[]
  terms: Terms
  date: string
  due: string
  total: bigint
  tax: bigint
  revision: number
  /** Since when it is out; null while it is a draft. */
  issuedAt: number | null
  /** Under which it was imported; null for one that was written here. */
  number: string | null
  /** What its row said. */
  imported: string | null
  /** What was paid of it before it was imported. */
  formerlyPaid: bigint
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
  /** The place of the stored method that is charged; null for any other. */
  readonly stored: number | null
  readonly agree: boolean
  /** Whose attempt it is: only they let go of it by paying in another way. */
  readonly payer: string
  readonly createdAt: number
  /** The day of one that came by hand; null for any other. */
  readonly receivedOn: string | null
  calledAt: number
  /** Somebody has marked it as reconciled. */
  posted: boolean
  /** The payer has been told that their bank asks. */
  asks: boolean
  /** The processor's reference, once the product has it. */
  ref: string | null
  /** The same, once there is one. */
  chargeRef: string | null
  /** Its request is on its way still; it arrives once the attempt has been given up. */
  heldBack: DelayedCharge
  /** The attempt that it came of, which had been given up. */
  readonly lateOf: string | null
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
  /** The payer said yes to an order. */
  approved: boolean
  /** Or no. */
  refused: boolean
  /** It has news that it has not told yet. */
  untold: boolean
}

export interface Refund {
  readonly key: string
  readonly payment: string
  readonly asked: string
  readonly amount: bigint
  readonly calledAt: number
  status: 'waiting' | 'confirmed' | 'rejected'
  failure: string | null
  surcharge: bigint
  /** Somebody gave it back at the processor's own desk: the product has only heard of it. */
  readonly outside: boolean
  /** When it was found out that nothing was given back. */
  rejectedAt: number | null
  /** The processor has given the money back. */
  given: boolean
  doubtful: boolean
}

/** Something about the processor that a person has to look at. */
export interface Case {
  readonly id: string
  readonly kind: string
  readonly payment: string
  /** What it is about, if that is a refund. */
  readonly refund: string | null
  /** settled: a person has closed it. gone: nothing differed any more. */
  state: 'open' | 'settled' | 'gone'
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
  /** When it was removed; null while it is kept. */
  removedAt: number | null
}

/** That a customer lets a stored method pay what falls due. Instants in epoch ms. */
export interface Consent {
  readonly customer: number
  /** Its place among all that were ever stored. */
  readonly method: number
  readonly since: number
  readonly sinceOn: string
  ended: { readonly at: number; readonly because: Ending } | null
}

export type Ending = 'customer' | 'staff' | 'method_removed' | 'replaced' | 'declined'

/** What a customer was told would be charged. */
export interface Notice {
  readonly invoice: string
  /** The place of the agreement by which it would be. */
  readonly consent: number
  readonly total: bigint
  readonly at: number
}

/** A charge that is made because an invoice fell due. */
export interface Try {
  /** The product's own id, by which it orders what it goes on with; empty until it is known. */
  id: string
  readonly invoice: string
  /** Counted from 1 for each invoice. */
  readonly no: number
  readonly consent: number
  readonly amount: bigint
  readonly startedAt: number
  state: 'open' | 'paid' | 'failed' | 'abandoned'
  /** Under which its payment is made, if there is one. */
  readonly request: string
  /** The try knows its payment. */
  joined: boolean
  nextAt: number | null
  settledAt: number | null
}

/** How a call is answered. `code` is the contract's; `field` is beside which the message stands. */
export interface Answer {
  readonly status: number
  readonly code?: string
  /** What else it says that matters, in words. */
  readonly told?: string
  readonly field?: string
}

export const refused = (status: number, code: string): Answer => ({ status, code })
export const wrong = (field: string): Answer => ({ status: 400, field })
export const OK: Answer = { status: 200 }
export const CREATED: Answer = { status: 201 }
/** The process died before it answered. */
export const SILENCE: Answer = { status: 0 }

export type { MethodName }
