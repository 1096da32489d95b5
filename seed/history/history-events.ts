import type { CalendarDate } from '../../domain/dates/calendar.ts'
import type { PaymentTerms } from '../../domain/dates/terms.ts'
import type { InvoiceTotals } from '../../domain/invoices/invoice-totals.ts'
import type { NewCustomer } from '../../server/rooms/customers/index.ts'
import type { ManualType } from '../../server/rooms/payments/index.ts'
import type { PlannedLine } from '../demo/demo-history.ts'

/** Days on which a customer pays due invoices. */
export type Payday = 'any' | 'friday' | 'twice_a_month'

export interface PlannedCustomer {
  /** Index in the plan, from 0. The first customers buy most. */
  readonly index: number
  readonly fields: NewCustomer
  readonly terms: Exclude<PaymentTerms, 'custom'>
  /** Days between due date and usual payment. */
  readonly lateness: number
  readonly payday: Payday
  readonly pays: ManualType
  /** Invoices paid in two parts, in a thousand. */
  readonly partPermille: number
  /** True for a customer who stopped paying. */
  readonly doubtful: boolean
  /** Maximum quantity of one article in an order. */
  readonly units: number
}

export interface PlannedInvoice {
  readonly customer: PlannedCustomer
  /** Time of issue in epoch ms, unique in a plan. */
  readonly at: number
  readonly date: CalendarDate
  readonly dueDate: CalendarDate
  readonly lines: readonly PlannedLine[]
  readonly totals: InvoiceTotals
  /** State at the end of the history. */
  readonly outcome: {
    readonly state: 'draft' | 'open' | 'void' | 'written_off'
    readonly remainingMinor: bigint
    readonly closedAt: number | null
    readonly closedBecause: string | null
  }
}

export interface PlannedShare {
  readonly invoice: PlannedInvoice
  readonly amountMinor: bigint
}

/** One event in the books, at a time of its day. */
export type HistoryEvent =
  | { readonly kind: 'invoice' | 'draft'; readonly at: number; readonly invoice: PlannedInvoice }
  | {
      readonly kind: 'void' | 'write_off'
      readonly at: number
      readonly invoice: PlannedInvoice
      readonly amountMinor: bigint
      readonly reason: string
    }
  | {
      readonly kind: 'payment'
      readonly at: number
      readonly customer: PlannedCustomer
      readonly type: ManualType
      readonly reference: string
      /** Oldest due date first. */
      readonly shares: readonly PlannedShare[]
      readonly unappliedMinor: bigint
    }
  | {
      /** A credit memo that is partly or fully applied to an invoice at once. */
      readonly kind: 'credit'
      readonly at: number
      readonly reason: string
      readonly totalMinor: bigint
      readonly applied: PlannedShare
    }

export interface PlannedDay {
  readonly day: CalendarDate
  readonly events: readonly HistoryEvent[]
}
