import type {
  ChargeTrouble,
  DashboardAction,
  DelayedCharge,
  MethodName,
  OrderAction,
  SingleCrash,
  Terms,
  Trouble,
  WebhookTrouble,
} from '../commands.ts'
import type { Line } from './books.ts'

/**
 * A card is removed a moment after what was done before: whether a payment with it began before or after is told by the
 * time alone.
 */
export const MOMENT_MS = 1

export interface PayOperation {
  op: 'pay'
  request: string
  invoice: string
  by: 'portal' | 'link'
  /** Whose portal session it is. */
  customer: number
  method: MethodName
  /** The place of a stored method among all that were ever stored; null when a form is filled. */
  stored: number | null
  amount: bigint
  store: boolean
  /** The method may pay later invoices by itself. */
  agree: boolean
  /** With the time-out before: what becomes of the request once nobody waits for it any longer. */
  heldBack?: DelayedCharge
  trouble: Trouble
}

export interface OrderOperation {
  op: 'order'
  request: string
  payment: string
  deed: OrderAction
  trouble: Trouble
}

export interface RefundOperation {
  op: 'refund'
  request: string
  payment: string
  amount: bigint
  trouble: Trouble
}

export interface RecordOperation {
  op: 'record'
  request: string
  date: string
  customer: number
  total: bigint
  shares: { invoice: string; amount: bigint }[] | null
  crash: SingleCrash
}

export interface UseOperation {
  op: 'useCredit'
  request: string
  payment: string
  shares: { invoice: string; amount: bigint }[] | null
  crash: SingleCrash
}

export interface ApplyOperation {
  op: 'applyMemo'
  request: string
  memo: string
  invoice: string
  amount: bigint
  crash: SingleCrash
}

export interface EditOperation {
  op: 'edit'
  invoice: string
  customer: number
  lines: readonly Line[]
  revision: number
  crash: SingleCrash
}

export interface DraftOperation {
  op: 'draft'
  key: string
  customer: number
  lines: readonly Line[]
  terms: Terms
  date: string
}

/** A file of invoices that were written elsewhere. */
export interface ImportOperation {
  op: 'importInvoices'
  rows: readonly ImportedRow[]
  crash: number | null
}

export interface ImportedRow {
  readonly key: string
  readonly number: string
  readonly customer: number
  readonly total: bigint
  readonly paid: bigint
  readonly said: 'paid' | 'balance' | 'both'
  readonly terms: Terms
  readonly date: string
}

/** What happens at the processor's own desk; `amount` is what of a charge is given back. */
export interface DeskOperation {
  op: 'desk'
  request: string
  payment: string
  deed: DashboardAction
  amount: bigint
  told: boolean
}

/** What falls due is charged to who agreed to it, when the clock has moved. */
export interface ChargeOperation {
  op: 'chargeDue'
  trouble: ChargeTrouble
}

/** One thing to do, with everything decided: what the product and the model are both asked. */
export type Operation =
  | DraftOperation
  | EditOperation
  | { op: 'send'; request: string; invoice: string; email: boolean; crash: SingleCrash }
  | { op: 'remove'; invoice: string }
  | { op: 'duplicate'; invoice: string; key: string }
  | { op: 'voidInvoice'; invoice: string; crash: SingleCrash }
  | { op: 'writeOff'; invoice: string; crash: SingleCrash }
  | PayOperation
  | { op: 'answer'; payment: string; approve: boolean; trouble: Trouble }
  | { op: 'capture'; payment: string; trouble: Trouble }
  | OrderOperation
  | { op: 'voidPayment'; payment: string; trouble: Trouble }
  | RefundOperation
  | RecordOperation
  | { op: 'post'; payment: string; crash: SingleCrash }
  | DeskOperation
  | { op: 'recheck'; case: string; silent: boolean }
  | { op: 'closeCase'; case: string; crash: SingleCrash }
  | ImportOperation
  | { op: 'issueMemo'; request: string; key: string; customer: number; total: bigint }
  | ApplyOperation
  | UseOperation
  | { op: 'unapply'; application: string; crash: SingleCrash }
  | { op: 'voidMemo'; memo: string }
  | { op: 'removeMethod'; method: number }
  | { op: 'agree'; method: number; crash: SingleCrash }
  | { op: 'withdraw'; customer: number; method: number | null; crash: SingleCrash }
  | { op: 'clock'; minutes: number; mail: WebhookTrouble }
  | ChargeOperation
