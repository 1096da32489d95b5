import type { FeeRuleSpec } from './fee-rule-spec.ts'

/**
 * One command of a simulation. Commands are plain data, so that a scenario can be saved, shrunk and replayed.
 * A number that names an object (`invoice: 7`) is an index modulo the number of objects that exist when the
 * command runs, so that every list of commands can be carried out.
 */
export type Command =
  | { kind: 'draft'; customer: number; lines: LineSpec[]; terms: Terms; daysAgo: number }
  | { kind: 'edit'; invoice: number; customer: number; lines: LineSpec[]; stale: boolean; crash: SingleCrash }
  | { kind: 'send'; invoice: number; email: boolean; crash: SingleCrash }
  | { kind: 'remove'; invoice: number }
  | { kind: 'duplicate'; invoice: number }
  | { kind: 'voidInvoice'; invoice: number; crash: SingleCrash }
  | { kind: 'writeOff'; invoice: number; crash: SingleCrash }
  | { kind: 'undoWriteOff'; invoice: number; crash: SingleCrash }
  | PayCommand
  | PayAllCommand
  | ProposeCommand
  /** `stale`: another amount was shown than is owed now. */
  | { kind: 'confirmPlan'; plan: number; stale: boolean; crash: SingleCrash }
  | { kind: 'cancelPlan'; plan: number; crash: SingleCrash }
  | PayInstallmentCommand
  | { kind: 'repeatPay'; payment: number; other: boolean }
  | { kind: 'answer'; payment: number; approve: boolean; trouble: Trouble }
  | { kind: 'capture'; payment: number; trouble: Trouble }
  | { kind: 'order'; payment: number; action: OrderAction; trouble: Trouble }
  | { kind: 'voidPayment'; payment: number; trouble: Trouble }
  | RefundCommand
  | { kind: 'repeatRefund'; refund: number; other: boolean }
  | RecordCommand
  | { kind: 'repeatRecord'; payment: number; other: boolean }
  | { kind: 'post'; payment: number; crash: SingleCrash }
  | DashboardCommand
  /** `silent`: the processor does not respond. */
  | { kind: 'recheck'; case: number; silent: boolean }
  | { kind: 'closeCase'; case: number; crash: SingleCrash }
  | ImportCommand
  | { kind: 'repeatImport'; file: number; other: boolean }
  | { kind: 'issueMemo'; customer: number; total: number }
  | { kind: 'applyMemo'; memo: number; invoice: number; amount: AmountSpec; crash: SingleCrash }
  | { kind: 'repeatApply'; application: number; other: boolean }
  | { kind: 'unapply'; application: number; crash: SingleCrash }
  | { kind: 'voidMemo'; memo: number }
  | UseCommand
  | { kind: 'repeatUse'; use: number; other: boolean }
  | { kind: 'repeatCredit'; use: number; other: boolean }
  | { kind: 'removeMethod'; method: number }
  | { kind: 'agree'; method: number; crash: SingleCrash }
  | { kind: 'withdraw'; customer: number; by: 'customer' | 'staff'; crash: SingleCrash }
  | { kind: 'waiveFees'; fees: number[]; crash: SingleCrash }
  | { kind: 'undoWaiver'; fee: number; crash: SingleCrash }
  | StatementCommand
  /** `charging`: the fault injected into the automatic payments that become due. `fees`: a crash while late fees are charged. */
  | {
      kind: 'clock'
      minutes: number
      webhooks: WebhookTrouble
      charging?: ChargeTrouble
      fees?: SingleCrash
    }
  | { kind: 'restart' }
  | { kind: 'together'; pair: Pair; invoice: number; first: AmountSpec; second: AmountSpec }

export interface PayCommand {
  kind: 'pay'
  invoice: number
  by: 'portal' | 'link' | 'sibling'
  method: MethodName | 'stored'
  amount: AmountSpec
  store: boolean
  /** The payer also agrees to automatic payments with this method. */
  agree?: boolean
  /** When set, the charge reaches the processor only after the product has abandoned the attempt. */
  delayedCharge?: DelayedCharge
  trouble: Trouble
}

/** A payment of several invoices of a customer in the portal. `stale`: its payer saw another amount of one of them. */
export interface PayAllCommand {
  kind: 'payAll'
  customer: number
  most: number
  method: MethodName | 'stored'
  amount: AmountSpec
  store: boolean
  stale: boolean
  /** Uses the customer's credit first, as the payer saw it, or as it is not. */
  credit?: null | 'seen' | 'other'
  trouble: Trouble
}

/** Staff propose a payment plan. `wrong`: its installments don't add up. */
export interface ProposeCommand {
  kind: 'proposePlan'
  invoice: number
  /** Further invoices of the same customer. */
  more: number
  installments: number
  /** Days until the first installment, and between two. */
  first: number
  gap: number
  /** The plan's fee in minor units. */
  fee?: number
  wrong: boolean
  crash: SingleCrash
}

export interface PayInstallmentCommand {
  kind: 'payInstallment'
  plan: number
  installment: number
  method: MethodName
  amount: AmountSpec
  trouble: Trouble
}

/** `reported`: the processor sends a webhook for the late charge. `silent`: it sends none. */
export type DelayedCharge = null | 'reported' | 'silent'

export interface RefundCommand {
  kind: 'refund'
  /** Refunds a payment that already has a pending refund, and ignores that refund in the requested amount. */
  again: boolean
  payment: number
  amount: AmountSpec
  trouble: Trouble
}

/** A payment recorded by staff. Without shares it settles the oldest invoices. */
export interface RecordCommand {
  kind: 'record'
  customer: number
  shares: { invoice: number; amount: AmountSpec }[] | null
  /** The amount beyond the shares, or the whole amount without shares; minor units. */
  rest: number
  crash: SingleCrash
}

/**
 * An action in the processor's own dashboard. `notifies: false` suppresses the webhook of a partial refund.
 */
export interface DashboardCommand {
  kind: 'dashboard'
  payment: number
  action: DashboardAction
  permille: number
  notifies: boolean
}

export const DASHBOARD_ACTIONS = ['part', 'refund', 'dispute', 'return', 'clear', 'expire'] as const
export type DashboardAction = (typeof DASHBOARD_ACTIONS)[number]

/** An import of invoices from a file. `crash`: the worker dies after this many commits. */
export interface ImportCommand {
  kind: 'importInvoices'
  rows: ImportRowSpec[]
  crash: number | null
}

export interface ImportRowSpec {
  customer: number
  /** Minor units. */
  total: number
  /** The amount paid before the import. */
  paid: AmountSpec
  /** The columns that show the amount paid. */
  columns: 'paid' | 'balance' | 'both'
  terms: Terms
  daysAgo: number
}

/** Uses a payment's unapplied credit for invoices. Without shares it settles the oldest. */
export interface UseCommand {
  kind: 'useCredit'
  payment: number
  shares: { invoice: number; amount: AmountSpec }[] | null
  crash: SingleCrash
}

/** Emails a customer's statement of the days until today. */
export interface StatementCommand {
  kind: 'statement'
  customer: number
  form: 'open_item' | 'balance_forward'
  /** Days before today on which its period begins. */
  days: number
  again: boolean
  crash: SingleCrash
}

/**
 * A line of an invoice. Quantity in ten-thousandths of a unit, price in minor units, discount and tax in
 * parts per million.
 */
export interface LineSpec {
  quantity: number
  price: number
  discount: number
  tax: number
}

export type Terms = 'due_on_receipt' | 'net_7' | 'net_30' | 'net_60'

/** `lost`: the largest amount for which the Sandbox loses its response. */
export interface AmountSpec {
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
  'authorized',
  'clears',
  'returns',
  'returnsLate',
  'order',
] as const
export type MethodName = (typeof METHODS)[number]

/**
 * A payer approves or declines an order on the processor's page, cancels it (`drop`), or has it captured
 * (`take`).
 */
export const ORDER_ACTIONS = ['approve', 'refuse', 'drop', 'take'] as const
export type OrderAction = (typeof ORDER_ACTIONS)[number]

/**
 * Where the process dies in an action of one transaction: before the commit, or between commit and response.
 */
export type SingleCrash = null | 'before' | 'settled'

/**
 * Where the process dies in an action that calls the processor: before its intent is committed, before the
 * call, after the call, before the outcome is committed, or before the response is sent.
 */
export const CRASHES = ['before', 'intended', 'called', 'unsettled', 'settled'] as const
/** Faults of the processor in the call. `After`: it has performed the request before the fault. */
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

/**
 * Crashes during automatic payments. They start in batches, so the model can predict only a crash around a
 * processor call.
 */
export const CHARGE_CRASHES = ['intended', 'called', 'unsettled', 'settled'] as const
export type ChargeTrouble = null | (typeof CHARGE_CRASHES)[number] | Fault

/** Faults in the delivery of webhooks, or in the worker that processes them, when the clock moves. */
export const WEBHOOK_TROUBLES = ['twice', 'reversed', 'late', 'unreadable', 'crash'] as const
export type WebhookTrouble = null | (typeof WEBHOOK_TROUBLES)[number]

/** Two concurrent actions on one invoice; refunds and uses of credit act on a payment. */
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

export type { FeeRuleSpec }

/** One simulation. */
export interface Scenario {
  /** Whether partial payments are allowed. */
  partial: boolean
  /** Card surcharge in parts per million. */
  surcharge: number
  /** The rule for late fees; none when absent. */
  feeRule?: FeeRuleSpec | null
  commands: Command[]
}
