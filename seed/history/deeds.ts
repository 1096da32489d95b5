import type { CalendarDate } from '../../domain/dates/calendar.ts'
import type { PaymentTerms } from '../../domain/dates/terms.ts'
import type { InvoiceTotals } from '../../domain/invoices/invoice-totals.ts'
import type { NewCustomer } from '../../server/rooms/customers/index.ts'
import type { ManualType } from '../../server/rooms/payments/index.ts'
import type { PlannedLine } from '../demo/demo-history.ts'

/** On which days a customer pays what has become payable. */
export type Payday = 'any' | 'friday' | 'twice_a_month'

export interface PlannedCustomer {
  /** Their place in the plan, from 0; the first buy most. */
  readonly index: number
  readonly fields: NewCustomer
  readonly terms: Exclude<PaymentTerms, 'custom'>
  /** Days after the due date on which they usually pay. */
  readonly lateness: number
  readonly payday: Payday
  readonly pays: ManualType
  /** How many of a thousand invoices they pay in two parts. */
  readonly partPermille: number
  /** They stopped paying. */
  readonly doubtful: boolean
  /** How many units they order at most of one article. */
  readonly units: number
}

export interface PlannedInvoice {
  readonly customer: PlannedCustomer
  /** When it is issued, epoch ms: no two of a plan have the same. */
  readonly at: number
  readonly date: CalendarDate
  readonly dueDate: CalendarDate
  readonly lines: readonly PlannedLine[]
  readonly totals: InvoiceTotals
  /** How it stands when the history ends. */
  readonly standing: {
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

/** One thing that happens to the books, at an instant of its day. */
export type Deed =
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
      /** A credit memo of which a part or all is applied to an invoice at once. */
      readonly kind: 'credit'
      readonly at: number
      readonly reason: string
      readonly totalMinor: bigint
      readonly applied: PlannedShare
    }

export interface PlannedDay {
  readonly day: CalendarDate
  readonly deeds: readonly Deed[]
}
