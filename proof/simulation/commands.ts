/**
 * What a simulation does, as plain data: it can be written down, sent, shrunk and replayed. Numbers that name something
 * (`invoice: 7`) count through what exists by then, round and round, so that every list of commands can be carried out.
 */
export type Command =
  | { kind: 'draft'; customer: number; lines: LineWish[]; terms: TermsWish; daysAgo: number }
  | { kind: 'edit'; invoice: number; customer: number; lines: LineWish[]; stale: boolean; crash: SingleCrash }
  | { kind: 'send'; invoice: number; email: boolean; crash: SingleCrash }
  | { kind: 'remove'; invoice: number }
  | { kind: 'duplicate'; invoice: number }
  | { kind: 'voidInvoice'; invoice: number; crash: SingleCrash }
  | { kind: 'writeOff'; invoice: number; crash: SingleCrash }
  | PayCommand
  | { kind: 'repeatPay'; payment: number; other: boolean }
  | { kind: 'answer'; payment: number; approve: boolean; trouble: Trouble }
  | { kind: 'capture'; payment: number; trouble: Trouble }
  | { kind: 'voidPayment'; payment: number; trouble: Trouble }
  | RefundCommand
  | { kind: 'repeatRefund'; refund: number; other: boolean }
  | RecordCommand
  | { kind: 'repeatRecord'; payment: number; other: boolean }
  | { kind: 'issueMemo'; customer: number; total: number }
  | { kind: 'applyMemo'; memo: number; invoice: number; amount: AmountWish; crash: SingleCrash }
  | { kind: 'repeatApply'; application: number; other: boolean }
  | { kind: 'unapply'; application: number; crash: SingleCrash }
  | { kind: 'voidMemo'; memo: number }
  | { kind: 'removeMethod'; method: number }
  | { kind: 'clock'; minutes: number; mail: PostTrouble }
  | { kind: 'restart' }
  | { kind: 'together'; pair: Pair; invoice: number; first: AmountWish; second: AmountWish }

export interface PayCommand {
  kind: 'pay'
  invoice: number
  by: 'portal' | 'link' | 'sibling'
  method: MethodName | 'stored'
  amount: AmountWish
  store: boolean
  trouble: Trouble
}

export interface RefundCommand {
  kind: 'refund'
  /** Of a payment of which a refund is under way already, and as if that one were not. */
  again: boolean
  payment: number
  amount: AmountWish
  trouble: Trouble
}

/** Money that came by hand. Without shares it goes to the oldest invoices. */
export interface RecordCommand {
  kind: 'record'
  customer: number
  shares: { invoice: number; amount: AmountWish }[] | null
  /** What the money is beyond its shares, or in all; minor units. */
  rest: number
  crash: SingleCrash
}

/** A line of an invoice: ten-thousandths of a unit, minor units, parts per million. */
export interface LineWish {
  quantity: number
  price: number
  discount: number
  tax: number
}

export type TermsWish = 'due_on_receipt' | 'net_7' | 'net_30' | 'net_60'

/** lost: as much as can be, such that the Sandbox's answer gets lost. */
export interface AmountWish {
  of: 'all' | 'part' | 'over' | 'lost' | 'nothing' | 'cent'
  permille: number
}

export const METHODS = [
  'good',
  'declined',
  'poor',
  'challenged',
  'disputed',
  'authorised',
  'clears',
  'returns',
  'returnsLate',
] as const
export type MethodName = (typeof METHODS)[number]

/** Where an action of one transaction dies: before it is committed, or before its answer is out. */
export type SingleCrash = null | 'before' | 'settled'

/**
 * Where an action dies that calls the processor: before its intent is committed; before the call; when the call is
 * answered; before the outcome is committed; before the answer is out.
 */
export const CRASHES = ['before', 'intended', 'called', 'unsettled', 'settled'] as const
/** How the processor misbehaves in the call. `After`: it did what was asked all the same. */
export const FAULTS = [
  'timeoutBefore',
  'timeoutAfter',
  'resetBefore',
  'resetAfter',
  'rateLimited',
  'unavailable',
  'wrongAmount',
  'wrongCurrency',
] as const
export type Crash = (typeof CRASHES)[number]
export type Fault = (typeof FAULTS)[number]
export type Trouble = null | Crash | Fault

/** What happens to the processor's events, or to whoever takes them in, when time has moved. */
export const POST_TROUBLES = ['twice', 'reversed', 'late', 'unreadable', 'crash'] as const
export type PostTrouble = null | (typeof POST_TROUBLES)[number]

/** What is done at the same moment: the first word to the invoice, or to its latest payment for refunds. */
export const PAIRS = [
  'pay pay',
  'pay same',
  'pay void',
  'pay writeOff',
  'pay record',
  'pay applyMemo',
  'refund refund',
  'refund same',
] as const
export type Pair = (typeof PAIRS)[number]

/** One simulation, whole. */
export interface Scenario {
  /** May less than the balance be paid? */
  partial: boolean
  /** On cards, parts per million. */
  surcharge: number
  commands: Command[]
}
