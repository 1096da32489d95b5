import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { AgreedInstallment, PlanInvoice } from '../../../../domain/payment-plans/settle-installments.ts'
import type { DepositTo } from '../../../../domain/payments/deposit-to.ts'
import type { PlanRow } from '../tables.ts'

/** An invoice of a plan with the facts that are shown. */
export interface InvoiceOfPlan extends PlanInvoice {
  readonly number: string
  readonly customerId: string
  readonly dueDate: CalendarDate
  readonly totalMinor: bigint
  readonly isVoid: boolean
  readonly depositTo: DepositTo
}

/** A plan with its invoices, in the order in which installments cover them, and its installments. */
export interface PlanWhole {
  readonly row: PlanRow
  readonly customerName: string
  /** The fee, once it is charged, with the invoice that it is part of. */
  readonly chargedFee: {
    readonly feeId: string
    readonly invoiceId: string
    readonly waivedMinor: bigint
  } | null
  readonly invoices: readonly InvoiceOfPlan[]
  readonly installments: readonly AgreedInstallment[]
}
