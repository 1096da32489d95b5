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
import type { PlannedInstallment } from './plans/plan.ts'

/**
 * Time added before a method is removed, because the product compares instants to decide whether a payment
 * began before the removal.
 */
export const MOMENT_MS = 1

export interface PayOperation {
  op: 'pay'
  request: string
  invoice: string
  by: 'portal' | 'link'
  /** The customer whose portal session makes the request. */
  customer: number
  method: MethodName
  /** Index of the stored method; null for a filled form. */
  storedMethod: number | null
  amount: bigint
  /** The invoices of a payment for several with the amounts that its payer saw; `invoice` is one of them. */
  lines?: readonly { invoice: string; shown: bigint }[]
  /** With `lines`: credit that is used first, as the payer saw it. */
  credit?: bigint
  /** The installment of the invoice's payment plan that is paid. */
  installment?: { plan: string; number: number }
  store: boolean
  /** The payer also agrees to automatic payments with this method. */
  agree: boolean
  /** Only with `timeoutBefore`: the request arrives after the attempt was abandoned. */
  delayedCharge?: DelayedCharge
  trouble: Trouble
}

/** Pays all of the invoices with credit; nothing is charged. */
export interface PayWithCreditOperation {
  op: 'payWithCredit'
  request: string
  customer: number
  lines: readonly { invoice: string; shown: bigint }[]
  credit: bigint
  crash: SingleCrash
}

export interface ProposeOperation {
  op: 'proposePlan'
  key: string
  invoices: readonly string[]
  installments: readonly PlannedInstallment[]
  fee: bigint
  crash: SingleCrash
}

export interface ConfirmPlanOperation {
  op: 'confirmPlan'
  plan: string
  /** The total that was shown. */
  total: bigint
  crash: SingleCrash
}

export interface OrderOperation {
  op: 'order'
  request: string
  payment: string
  action: OrderAction
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

export interface UseCreditOperation {
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
  readonly columns: 'paid' | 'balance' | 'both'
  readonly terms: Terms
  readonly date: string
}

/** An action in the processor's dashboard. `amount` is the refunded amount. */
export interface DashboardOperation {
  op: 'dashboard'
  request: string
  payment: string
  action: DashboardAction
  amount: bigint
  notifies: boolean
}

/** Charges due invoices automatically, after the clock has moved. */
export interface ChargeDueOperation {
  op: 'chargeDue'
  trouble: ChargeTrouble
}

/** Emails a statement. `from` and `to` are days of the company's time zone. */
export interface StatementOperation {
  op: 'statement'
  customer: number
  form: 'open_item' | 'balance_forward'
  from: string
  to: string
  again: boolean
  crash: SingleCrash
}

/** One resolved operation, which both the product and the model perform. */
export type Operation =
  | DraftOperation
  | EditOperation
  | { op: 'send'; request: string; invoice: string; email: boolean; crash: SingleCrash }
  | { op: 'remove'; invoice: string }
  | { op: 'duplicate'; invoice: string; key: string }
  | { op: 'voidInvoice'; invoice: string; crash: SingleCrash }
  | { op: 'writeOff'; invoice: string; crash: SingleCrash }
  | { op: 'undoWriteOff'; invoice: string; crash: SingleCrash }
  | PayOperation
  | PayWithCreditOperation
  | ProposeOperation
  | ConfirmPlanOperation
  | { op: 'cancelPlan'; plan: string; crash: SingleCrash }
  /** Moves payment plans on, after the clock has moved. */
  | { op: 'movePlans' }
  | { op: 'answer'; payment: string; approve: boolean; trouble: Trouble }
  | { op: 'capture'; payment: string; trouble: Trouble }
  | OrderOperation
  | { op: 'voidPayment'; payment: string; trouble: Trouble }
  | RefundOperation
  | RecordOperation
  | { op: 'post'; payment: string; crash: SingleCrash }
  | DashboardOperation
  | { op: 'recheck'; case: string; silent: boolean }
  | { op: 'closeCase'; case: string; crash: SingleCrash }
  | ImportOperation
  | { op: 'issueMemo'; request: string; key: string; customer: number; total: bigint }
  | ApplyOperation
  | UseCreditOperation
  | { op: 'unapply'; application: string; crash: SingleCrash }
  | { op: 'voidMemo'; memo: string }
  | { op: 'removeMethod'; method: number }
  | { op: 'agree'; method: number; crash: SingleCrash }
  | { op: 'withdraw'; customer: number; method: number | null; crash: SingleCrash }
  /** Charges the late fees of the day, after the clock has moved. */
  | { op: 'chargeFees'; crash: SingleCrash }
  | { op: 'waiveFees'; fees: readonly string[]; crash: SingleCrash }
  | { op: 'undoWaiver'; fee: string; crash: SingleCrash }
  | StatementOperation
  | { op: 'clock'; minutes: number; webhooks: WebhookTrouble }
  | ChargeDueOperation
