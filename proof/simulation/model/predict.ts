import type { WebhookTrouble } from '../commands.ts'
import type { Books, Payment, ReplySummary } from './books.ts'
import { OK } from './books.ts'
import { closeCase, findPossibleDifferences, recheckCase } from './cases.ts'
import { chargeDueInvoices } from './charge-due-invoices.ts'
import { agreeToAutoPayments, withdrawConsent } from './consents.ts'
import { payWithCredit } from './credit/credit-first.ts'
import { applyMemo, issueMemo, unapplyMemo, voidMemo } from './credit/credit-memos.ts'
import { spendCredit } from './credit/spend-credit.ts'
import { losesResponse } from './figures.ts'
import { importInvoices } from './import-invoices.ts'
import {
  createDraft,
  deleteDraft,
  duplicateInvoice,
  editInvoice,
  sendInvoice,
  voidInvoice,
  writeOffInvoice,
} from './invoices.ts'
import { chargeFees, undoWaiver, waiveFees } from './late-fees.ts'
import type { Operation } from './operations.ts'
import { performOrderAction } from './orders.ts'
import { paySeveral } from './pay-several.ts'
import {
  abandonPayment,
  answerChallenge,
  capturePayment,
  isExpired,
  observePayment,
  voidPayment,
} from './payment-actions.ts'
import { pay } from './payments.ts'
import { cancelPlan, confirmPlan, movePlans, proposePlan } from './plans/payment-plans.ts'
import { undoWriteOff } from './plans/undo-write-off.ts'
import { postPayment } from './post-payment.ts'
import { isMismatch } from './processor/faults.ts'
import { deliverDelayedCharges, isLateCharge, readAllocations } from './processor/late-charges.ts'
import { advanceCharges } from './processor/processor.ts'
import { actInDashboard } from './processor/processor-dashboard.ts'
import { recordPayment } from './record-payment.ts'
import { refundPayment } from './refunds.ts'
import { settlePayment } from './settle-payment.ts'
import { emailStatement } from './statements.ts'
import { removeStoredMethod } from './stored-methods.ts'

/** Predicts the reply to an operation and updates the books accordingly. */
export function predict(books: Books, operation: Operation): ReplySummary {
  books.priorDifferences = null
  books.priorAllocations = null
  books.mismatchInjected = 'trouble' in operation && isMismatch(operation.trouble)
  switch (operation.op) {
    case 'draft':
      return createDraft(books, operation)
    case 'edit':
      return editInvoice(books, operation)
    case 'send':
      return sendInvoice(books, operation)
    case 'remove':
      return deleteDraft(books, operation)
    case 'duplicate':
      return duplicateInvoice(books, operation)
    case 'voidInvoice':
      return voidInvoice(books, operation)
    case 'writeOff':
      return writeOffInvoice(books, operation)
    case 'undoWriteOff':
      return undoWriteOff(books, operation)
    case 'importInvoices':
      return importInvoices(books, operation)
    case 'issueMemo':
      return issueMemo(books, operation)
    case 'applyMemo':
      return applyMemo(books, operation)
    case 'unapply':
      return unapplyMemo(books, operation)
    case 'voidMemo':
      return voidMemo(books, operation)
    case 'recheck':
      return recheckCase(books, operation)
    case 'closeCase':
      return closeCase(books, operation)
    default:
      return predictPaymentOperation(books, operation)
  }
}

function predictPaymentOperation(
  books: Books,
  operation: Exclude<Operation, { op: 'draft' | 'edit' | 'send' | 'remove' | 'duplicate' }>,
): ReplySummary {
  switch (operation.op) {
    case 'pay':
      return operation.lines ? paySeveral(books, operation, operation.lines) : pay(books, operation)
    case 'payWithCredit':
      return payWithCredit(books, operation)
    case 'answer':
      return answerChallenge(books, operation)
    case 'capture':
      return capturePayment(books, operation)
    case 'order':
      return performOrderAction(books, operation)
    case 'dashboard':
      return actInDashboard(books, operation)
    case 'voidPayment':
      return voidPayment(books, operation)
    case 'refund':
      return refundPayment(books, operation)
    case 'record':
      return recordPayment(books, operation)
    case 'post':
      return postPayment(books, operation)
    case 'useCredit':
      return spendCredit(books, operation)
    case 'removeMethod':
      return removeStoredMethod(books, operation)
    case 'agree':
      return agreeToAutoPayments(books, operation)
    case 'withdraw':
      return withdrawConsent(books, operation)
    case 'chargeDue':
      return chargeDueInvoices(books, operation)
    case 'chargeFees':
      return chargeFees(books, operation)
    case 'waiveFees':
      return waiveFees(books, operation)
    case 'undoWaiver':
      return undoWaiver(books, operation)
    case 'statement':
      return emailStatement(books, operation)
    case 'proposePlan':
      return proposePlan(books, operation)
    case 'confirmPlan':
      return confirmPlan(books, operation)
    case 'cancelPlan':
      return cancelPlan(books, operation)
    case 'movePlans':
      return movePlans(books)
    case 'clock':
      return advanceClock(books, operation.minutes, operation.webhooks)
    default:
      throw new Error(`the model does not predict ${operation.op}`)
  }
}

/** Moves the clock, applies the processor's changes and delivers its events, subject to `webhooks`. */
function advanceClock(books: Books, minutes: number, webhooks: WebhookTrouble): ReplySummary {
  deliverDelayedCharges(books, (payment) =>
    losesResponse(payment.amount + payment.surcharge, books.customers[payment.customer]!.currency),
  )
  books.now += minutes * 60_000
  advanceCharges(books)
  books.priorDifferences = findPossibleDifferences(books)
  books.priorAllocations = readAllocations(books)
  for (const payment of books.payments.values()) {
    receiveEvent(books, payment, webhooks)
    if (payment.doubtful || !isExpired(books, payment)) continue
    if (webhooks === 'unreadable' || webhooks === 'crash') payment.doubtful = true
    else abandonPayment(payment)
  }
  return OK
}

/**
 * A late event is delivered with the next clock move. An event whose processing failed is processed at an
 * unpredicted time.
 */
function receiveEvent(books: Books, payment: Payment, webhooks: WebhookTrouble): void {
  const { charge } = payment
  if (!charge?.hasPendingEvent) return
  charge.hasPendingEvent = webhooks === 'late'
  const isUnprocessed = webhooks === 'late' || webhooks === 'unreadable' || webhooks === 'crash'
  if (isUnprocessed || hasDoubtfulRefund(books, payment) || isLateCharge(payment)) {
    payment.doubtful = true
    return
  }
  settlePayment(books, payment)
  observePayment(books, payment, payment)
}

/** With a doubtful refund, the order in which refund and event are booked is unpredicted. */
const hasDoubtfulRefund = (books: Books, payment: Payment): boolean =>
  [...books.refunds.values()].some(
    (one) => one.payment === payment.key && one.status === 'waiting' && one.doubtful,
  )
