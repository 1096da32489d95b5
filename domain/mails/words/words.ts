import type { BankWords } from '../../payments/bank-details.ts'
import type { ManualType } from '../../payments/manual-payment.ts'
import type { PaymentType } from '../../payments/payment-status.ts'

/** Fixed words of mails to customers in one language: labels, buttons and small print. */
export interface Words {
  readonly amountDue: string
  readonly total: string
  readonly paid: string
  readonly due: (date: string) => string
  readonly wasDue: (date: string) => string
  readonly daysOverdue: (date: string, days: number) => string
  readonly dueOn: string
  readonly invoice: string
  readonly invoices: string
  readonly invoiceCount: (count: number) => string
  readonly andMore: (number: string, more: number) => string
  readonly feesIncluded: string
  readonly invoiceDue: (number: string, date: string) => string
  readonly invoicePaid: (number: string, date: string) => string
  readonly paidOn: (date: string) => string
  readonly invoiceDate: string
  readonly dueDate: string
  readonly viewAndPay: string
  readonly viewAndPayNumber: (number: string) => string
  readonly linkWorksUntil: (date: string) => string
  readonly linkOpensOnly: (number: string) => string
  readonly linkOpensTogether: string
  readonly linkWasAskedFor: string
  readonly amountPaid: string
  readonly charged: string
  readonly creditUsed: string
  readonly paidInAll: string
  readonly payment: string
  readonly paymentMethod: string
  readonly surchargeIncluded: string
  readonly remaining: string
  readonly pending: string
  readonly pay: (amount: string) => string
  readonly payRemaining: (amount: string) => string
  readonly amountRefunded: string
  readonly refundedTo: string
  readonly originalPayment: string
  readonly reason: string
  readonly toBeCharged: string
  readonly turnOffOrPay: string
  readonly finishPayment: string
  readonly notChargedYet: string
  readonly notCharged: string
  readonly payNow: string
  readonly didNotGoThrough: string
  readonly credit: string
  readonly creditMemo: string
  readonly issued: (date: string) => string
  readonly balance: string
  readonly period: (from: string, to: string) => string
  readonly openInvoices: (count: number) => string
  readonly pastDue: string
  readonly viewAndPayAll: string
  readonly planFeeIncluded: string
  readonly reviewPlan: string
  readonly stopReminders: string
  readonly stopStatements: string
  readonly orOpenAddress: string
  readonly sentBy: (product: string, company: string) => string
  readonly bank: BankWords
  readonly methods: Readonly<Record<PaymentType | ManualType, string>>
}
