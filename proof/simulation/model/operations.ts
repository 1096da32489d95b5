import type { MethodName, PostTrouble, SingleCrash, TermsWish, Trouble } from '../commands.ts'
import type { Line } from './books.ts'

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
  terms: TermsWish
  date: string
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
  | { op: 'voidPayment'; payment: string; trouble: Trouble }
  | RefundOperation
  | RecordOperation
  | { op: 'issueMemo'; request: string; key: string; customer: number; total: bigint }
  | ApplyOperation
  | { op: 'unapply'; application: string; crash: SingleCrash }
  | { op: 'voidMemo'; memo: string }
  | { op: 'removeMethod'; method: number }
  | { op: 'clock'; minutes: number; mail: PostTrouble }
