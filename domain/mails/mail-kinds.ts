import {
  type ChargeFailedFacts,
  type ChargeNoticeFacts,
  type ChargeStoppedFacts,
  chargeFailedKind,
  chargeNoticeKind,
  chargeStoppedKind,
} from './kinds/charge-mails.ts'
import { type CreditMemoFacts, creditMemoKind } from './kinds/credit-memo.ts'
import {
  type InvoiceMailFacts,
  invoiceKind,
  overdueInvoiceKind,
  type PayLinkFacts,
  payLinkKind,
} from './kinds/invoice-mails.ts'
import {
  type PaymentActionFacts,
  type PaymentReturnedFacts,
  paymentActionKind,
  paymentReturnedKind,
  type ReceiptFacts,
  type RefundFacts,
  receiptKind,
  refundKind,
} from './kinds/payment-mails.ts'
import {
  type InstallmentFacts,
  installmentKind,
  type PlanConfirmedFacts,
  type PlanProposalFacts,
  planConfirmedKind,
  planProposalKind,
} from './kinds/payment-plan.ts'
import { type ReminderFacts, reminderKind } from './kinds/reminder.ts'
import { type StatementMailFacts, statementKind } from './kinds/statement.ts'
import { type ThankYouFacts, thankYouKind } from './kinds/thank-you.ts'
import type { MailKind } from './mail-kind.ts'
import type { MailKindName } from './mail-kind-names.ts'

/** Facts of a mail by kind. */
export interface FactsByKind {
  readonly invoice: InvoiceMailFacts
  readonly 'overdue-invoice': InvoiceMailFacts
  readonly 'pay-link': PayLinkFacts
  readonly receipt: ReceiptFacts
  readonly refund: RefundFacts
  readonly 'payment-returned': PaymentReturnedFacts
  readonly 'payment-action': PaymentActionFacts
  readonly 'charge-notice': ChargeNoticeFacts
  readonly 'charge-failed': ChargeFailedFacts
  readonly 'charge-stopped': ChargeStoppedFacts
  readonly 'credit-memo': CreditMemoFacts
  readonly 'thank-you': ThankYouFacts
  readonly statement: StatementMailFacts
  readonly 'plan-proposal': PlanProposalFacts
  readonly 'plan-confirmed': PlanConfirmedFacts
  readonly installment: InstallmentFacts
  readonly reminder: ReminderFacts
}

export const MAIL_KINDS: { readonly [Kind in MailKindName]: MailKind<FactsByKind[Kind]> } = {
  invoice: invoiceKind,
  'overdue-invoice': overdueInvoiceKind,
  'pay-link': payLinkKind,
  receipt: receiptKind,
  refund: refundKind,
  'payment-returned': paymentReturnedKind,
  'payment-action': paymentActionKind,
  'charge-notice': chargeNoticeKind,
  'charge-failed': chargeFailedKind,
  'charge-stopped': chargeStoppedKind,
  'credit-memo': creditMemoKind,
  'thank-you': thankYouKind,
  statement: statementKind,
  'plan-proposal': planProposalKind,
  'plan-confirmed': planConfirmedKind,
  installment: installmentKind,
  reminder: reminderKind,
}
