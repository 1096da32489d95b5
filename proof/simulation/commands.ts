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
  | { kind: 'order'; payment: number; deed: OrderDeed; trouble: Trouble }
  | { kind: 'voidPayment'; payment: number; trouble: Trouble }
  | RefundCommand
  | { kind: 'repeatRefund'; refund: number; other: boolean }
  | RecordCommand
  | { kind: 'repeatRecord'; payment: number; other: boolean }
  | { kind: 'post'; payment: number; crash: SingleCrash }
  | DeskCommand
  /** `silent`: the processor says nothing. */
  | { kind: 'recheck'; case: number; silent: boolean }
  | { kind: 'closeCase'; case: number; crash: SingleCrash }
  | ImportCommand
  | { kind: 'repeatImport'; file: number; other: boolean }
  | { kind: 'issueMemo'; customer: number; total: number }
  | { kind: 'applyMemo'; memo: number; invoice: number; amount: AmountWish; crash: SingleCrash }
  | { kind: 'repeatApply'; application: number; other: boolean }
  | { kind: 'unapply'; application: number; crash: SingleCrash }
  | { kind: 'voidMemo'; memo: number }
  | UseCommand
  | { kind: 'repeatUse'; use: number; other: boolean }
  | { kind: 'removeMethod'; method: number }
  | { kind: 'agree'; method: number; crash: SingleCrash }
  | { kind: 'withdraw'; customer: number; by: 'customer' | 'staff'; crash: SingleCrash }
  /** `charging`: what goes wrong when invoices are then charged by themselves. */
  | { kind: 'clock'; minutes: number; mail: PostTrouble; charging?: ChargeTrouble }
  | { kind: 'restart' }
  | { kind: 'together'; pair: Pair; invoice: number; first: AmountWish; second: AmountWish }

export interface PayCommand {
  kind: 'pay'
  invoice: number
  by: 'portal' | 'link' | 'sibling'
  method: MethodName | 'stored'
  amount: AmountWish
  store: boolean
  /** That the method pays later invoices by itself. */
  agree?: boolean
  /** Its charge gets to the processor only after the attempt was given up; and whether the processor tells of it then. */
  heldBack?: HeldBack
  trouble: Trouble
}

export type HeldBack = null | 'told' | 'silent'

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

/** What somebody brings about at the processor's own desk. Of a part that was given back it may forget to tell. */
export interface DeskCommand {
  kind: 'desk'
  payment: number
  deed: DeskDeed
  permille: number
  told: boolean
}

export const DESK_DEEDS = ['part', 'refund', 'dispute', 'return', 'clear', 'expire'] as const
export type DeskDeed = (typeof DESK_DEEDS)[number]

/** A file of invoices that were written elsewhere. `crash`: after so many commits of the worker at it. */
export interface ImportCommand {
  kind: 'importInvoices'
  rows: ImportWish[]
  crash: number | null
}

export interface ImportWish {
  customer: number
  /** Minor units. */
  total: number
  /** What was paid of it before, and in which column the file says so. */
  paid: AmountWish
  said: 'paid' | 'balance' | 'both'
  terms: TermsWish
  daysAgo: number
}

/** What a payment left over settles invoices. Without shares it goes to the oldest. */
export interface UseCommand {
  kind: 'useCredit'
  payment: number
  shares: { invoice: number; amount: AmountWish }[] | null
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
  'poorLater',
  'stolenLater',
  'authorised',
  'clears',
  'returns',
  'returnsLate',
  'order',
] as const
export type MethodName = (typeof METHODS)[number]

/** What a payer does with a PayPal order: says yes or no on the processor's own page, drops it, has its money taken. */
export const ORDER_DEEDS = ['approve', 'refuse', 'drop', 'take'] as const
export type OrderDeed = (typeof ORDER_DEEDS)[number]

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

/** The same of charges that nobody is there to make; they are begun by the dozen, so it is known only what dies with the call. */
export const CHARGE_CRASHES = ['intended', 'called', 'unsettled', 'settled'] as const
export type ChargeTrouble = null | (typeof CHARGE_CRASHES)[number] | Fault

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
  'pay use',
  'refund refund',
  'refund same',
  'refund use',
  'use use',
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
